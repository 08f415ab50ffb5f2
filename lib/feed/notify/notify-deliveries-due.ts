import { coalescedNotify } from '#/lib/db/coalesced-notify.ts';

/** Channel that notifies workers of new deliveries to endpoints. The message is when it is due, RFC 3339. */
export const DELIVERIES_CHANNEL = 'timer_service_deliveries';

/**
 * Notifies the workers, after the commit, when deliveries to endpoints are due. A lost notification costs a worker's
 * longest sleep.
 */
export const notifyDeliveriesDue = coalescedNotify<Date>({
  channel: DELIVERIES_CHANNEL,
  coalesceMs: 3,
  join: (waiting, next) => (next < waiting ? next : waiting),
  write: (dueAt) => dueAt.toISOString(),
  otherwise: 'workers will look by themselves',
});
