import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';

/** Channel on which processes hear that the feed has grown. The message is empty: a hint, never data. */
export const FEED_CHANNEL = 'timer_service_feed';
const COALESCE_MS = 5;

const waiting = new WeakSet<Db>();

/**
 * Tells every web process that the feed has grown: one NOTIFY for all commits of a few milliseconds, outside their
 * transactions, since a commit that notifies takes a lock on the whole instance. A lost hint costs a reader its polling
 * interval, nothing else.
 */
export function hintFeed(db: Db): void {
  if (waiting.has(db)) return;
  waiting.add(db);
  setTimeout(() => {
    waiting.delete(db);
    db.$executeRaw`select pg_notify(${FEED_CHANNEL}, '')`.catch((error: unknown) =>
      log.warn({ err: error }, 'feed hint not sent; readers will poll'),
    );
  }, COALESCE_MS);
}
