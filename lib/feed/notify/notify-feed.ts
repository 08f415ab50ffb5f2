import { coalescedNotify, type NotifySender } from '#/lib/db/coalesced-notify.ts';

/** Channel that notifies processes that the feed has grown. The message is empty: a notification, never data. */
export const FEED_CHANNEL = 'timer_service_feed';

const send = coalescedNotify<undefined>({
  channel: FEED_CHANNEL,
  coalesceMs: 5,
  join: () => undefined,
  write: () => '',
  otherwise: 'readers will poll',
});

/**
 * Notifies every web process, after the commit, that the feed has grown. A lost notification costs a reader its polling
 * interval.
 */
export function notifyFeed(db: NotifySender): void {
  send(db, undefined);
}
