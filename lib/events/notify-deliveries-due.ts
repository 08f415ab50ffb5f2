import { coalescedNotify } from '#/lib/db/coalesced-notify.ts';

/** Channel on which workers hear that something was written for endpoints. The message is when it is due, RFC 3339. */
export const DELIVERIES_CHANNEL = 'timer_service_deliveries';

/** Tells the workers, after the commit, when deliveries to endpoints are due. A lost notification costs a longest sleep. */
export const notifyDeliveriesDue = coalescedNotify<Date>({
  channel: DELIVERIES_CHANNEL,
  coalesceMs: 3,
  join: (waiting, next) => (next < waiting ? next : waiting),
  write: (dueAt) => dueAt.toISOString(),
  otherwise: 'workers will look by themselves',
});
