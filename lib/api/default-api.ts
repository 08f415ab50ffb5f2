import { type Api, buildApi } from '#/lib/api/app.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { sharedHub } from '#/lib/realtime/shared-hub.ts';

let api: Api | undefined;

/** The API on this process's database and settings. */
export function defaultApi(): Api {
  api ??= buildApi({ db: db(), clock: databaseClock, hub: sharedHub(), appUrl: env().APP_URL });
  return api;
}
