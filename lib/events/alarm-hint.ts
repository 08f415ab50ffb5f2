import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';

/** Channel on which web processes hear in which workspaces alarms have changed: ids with commas between, or `*`. */
export const ALARMS_CHANNEL = 'timer_service_alarms';
const COALESCE_MS = 200;
/** A NOTIFY carries 8,000 bytes at most. */
const MOST_IDS = 200;

const waiting = new WeakMap<object, Set<string>>();

/** Tells the screens of a workspace, soon, that alarms changed. A lost hint costs them their polling interval. */
export function hintChange(db: Pick<Db, '$executeRaw'>, workspaceId: string): void {
  const known = waiting.get(db);
  if (known) {
    known.add(workspaceId);
    return;
  }
  const ids = new Set([workspaceId]);
  waiting.set(db, ids);
  setTimeout(() => {
    waiting.delete(db);
    const payload = ids.size > MOST_IDS ? '*' : [...ids].join(',');
    db.$executeRaw`select pg_notify(${ALARMS_CHANNEL}, ${payload})`.catch((error: unknown) =>
      log.warn({ err: error }, 'change hint not sent; screens will poll'),
    );
  }, COALESCE_MS);
}
