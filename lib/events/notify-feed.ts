import { coalescedNotify, type NotifySender } from '#/lib/db/coalesced-notify.ts';

/** Channel on which processes hear that the feed has grown. The message is empty: a notification, never data. */
export const FEED_CHANNEL = 'timer_service_feed';

const send = coalescedNotify<undefined>({
  channel: FEED_CHANNEL,
  coalesceMs: 5,
  join: () => undefined,
  write: () => '',
  otherwise: 'readers will poll',
});

/** Tells every web process that the feed has grown, after the commit. A lost notification costs a reader its polling interval. */
export function notifyFeed(db: NotifySender): void {
  send(db, undefined);
}
