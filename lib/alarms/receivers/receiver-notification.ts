import { coalescedNotify, type NotifySender } from '#/lib/db/coalesced-notify.ts';

/** Channel that notifies workers when delivery was paused, resumed or limited somewhere. The message is empty. */
export const RECEIVERS_CHANNEL = 'timer_service_receivers';

const send = coalescedNotify<null>({
  channel: RECEIVERS_CHANNEL,
  coalesceMs: 3,
  join: () => null,
  write: () => '',
  otherwise: 'workers will look by themselves',
});

/** Notifies the workers, after the commit, to read the settings of receivers. A lost message costs about a second. */
export function notifyReceiverChange(db: NotifySender): void {
  send(db, null);
}
