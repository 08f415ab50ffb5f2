import { type Api, buildApi } from '#/lib/api/app.ts';
import { type CallerLimits, openLimits } from '#/lib/api/limits/caller-limits.ts';
import { openReads, type Reads } from '#/lib/api/limits/reads.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { sharedReplica } from '#/lib/db/replica.ts';
import { sharedHub } from '#/lib/feed/hub/shared-hub.ts';

let api: Api | undefined;
let limits: CallerLimits | undefined;

/** The API on this process's database and settings. */
export function defaultApi(): Api {
  if (api) return api;
  const settings = env();
  const appUrl = settings.APP_URL;
  api = buildApi({
    db: db(),
    clock: databaseClock,
    hub: sharedHub(),
    appUrl,
    limits: defaultLimits(),
    reads: defaultReads(),
  });
  return api;
}

const shared = globalThis as { timerServiceReads?: Reads };

/** The connections of this process for reads: Next's bundles and the plain server share them, as they do the client. */
export function defaultReads(): Reads {
  shared.timerServiceReads ??= openReads(env(), sharedReplica());
  return shared.timerServiceReads;
}

/** The limits of this process: its API and its sockets share them. */
export function defaultLimits(): CallerLimits {
  limits ??= openLimits(env(), db());
  return limits;
}
