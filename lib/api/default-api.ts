import { type Api, buildApi } from '#/lib/api/app.ts';
import { openLimits } from '#/lib/api/limits/caller-limits.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { sharedHub } from '#/lib/realtime/shared-hub.ts';

let api: Api | undefined;

/** The API on this process's database and settings. */
export function defaultApi(): Api {
  if (api) return api;
  const settings = env();
  const limits = openLimits(settings, db());
  api = buildApi({ db: db(), clock: databaseClock, hub: sharedHub(), appUrl: settings.APP_URL, limits });
  return api;
}
