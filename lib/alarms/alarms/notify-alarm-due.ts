import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';
import { coalescedNotify, type NotifySender } from '#/lib/db/coalesced-notify.ts';

/** Channel that notifies workers of something due soon. The message is the earliest due time, RFC 3339. */
export const DUE_CHANNEL = 'timer_service_due';
/** Workers poll at least this often; what is due later than that needs no notification, with some to spare. */
const SLEEPS = 2;
const MIN_SOON_MS = 2_000;

const send = coalescedNotify<Micros>({
  channel: DUE_CHANNEL,
  coalesceMs: 3,
  join: Math.min,
  write: formatMicros,
  otherwise: 'workers will look by themselves',
});

/**
 * Notifies the workers, after the commit, of an alarm that is due soon. A lost notification costs a worker's longest
 * sleep.
 */
export function notifyAlarmDue(db: NotifySender, dueUs: Micros, nowUs: Micros): void {
  const soonMs = Math.max(MIN_SOON_MS, SLEEPS * alarmSettings().env.ALARM_MAX_SLEEP_MS);
  if (dueUs - nowUs <= soonMs * MS_US) send(db, dueUs);
}
