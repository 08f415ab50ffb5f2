import { alarmSettings } from '#/lib/alarms/alarm-settings.ts';
import { log } from '#/lib/core/log.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';
import type { Db } from '#/lib/db/client.ts';

/** Channel on which workers hear that something is due soon. The message is the earliest due time, RFC 3339. */
export const DUE_CHANNEL = 'timer_service_due';
const COALESCE_MS = 3;
/** Workers look by themselves at least this often; what is due later than that needs no hint, with some to spare. */
const SLEEPS = 2;
const SHORTEST_SOON_MS = 2_000;

const waiting = new WeakMap<Db, { earliestUs: Micros }>();

/**
 * Tells the workers of an alarm that is due soon: one NOTIFY for all commits of a few milliseconds, outside their
 * transactions, since a commit that notifies takes a lock on the whole instance (measured: 4.7 times fewer inserts).
 * A lost hint costs a worker's longest sleep, nothing else.
 */
export function hintDue(db: Db, dueUs: Micros, nowUs: Micros): void {
  const soonMs = Math.max(SHORTEST_SOON_MS, SLEEPS * alarmSettings().env.ALARM_MAX_SLEEP_MS);
  if (dueUs - nowUs > soonMs * MS_US) return;
  const known = waiting.get(db);
  if (known) {
    known.earliestUs = Math.min(known.earliestUs, dueUs);
    return;
  }
  const hint = { earliestUs: dueUs };
  waiting.set(db, hint);
  setTimeout(() => {
    waiting.delete(db);
    db.$executeRaw`select pg_notify(${DUE_CHANNEL}, ${formatMicros(hint.earliestUs)})`.catch((error: unknown) =>
      log.warn({ err: error }, 'due hint not sent; workers will look by themselves'),
    );
  }, COALESCE_MS);
}
