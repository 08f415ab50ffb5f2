import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';

/** Channel on which workers hear that something was written for endpoints. The message is when it is due, RFC 3339. */
export const DELIVERIES_CHANNEL = 'timer_service_deliveries';
const COALESCE_MS = 3;

const waiting = new WeakMap<Pick<Db, '$executeRaw'>, { earliest: Date }>();

/**
 * Tells the workers that deliveries to endpoints are due: one NOTIFY for all commits of a few milliseconds, after them.
 * A lost hint costs a worker's longest sleep, nothing else.
 */
export function hintDeliveries(db: Pick<Db, '$executeRaw'>, dueAt: Date): void {
  const known = waiting.get(db);
  if (known) {
    if (dueAt < known.earliest) known.earliest = dueAt;
    return;
  }
  const hint = { earliest: dueAt };
  waiting.set(db, hint);
  setTimeout(() => {
    waiting.delete(db);
    db.$executeRaw`select pg_notify(${DELIVERIES_CHANNEL}, ${hint.earliest.toISOString()})`.catch((error: unknown) =>
      log.warn({ err: error }, 'delivery hint not sent; workers will look by themselves'),
    );
  }, COALESCE_MS);
}
