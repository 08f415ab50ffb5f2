import { DAY_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { Reader } from '#/lib/notifications/inbox/format-for-reader.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';

/** What `app/sw.js/worker.js` shows: a message replaces the previous one with the same tag. */
export type PushMessage = { title: string; body: string; path: string; tag: string; notification_id: string | null };

/** How long a push service keeps it for a sleeping browser (RFC 8030, 5.2), and whether it wakes one (5.3). */
export type PushOptions = { ttlSeconds: number; urgency: 'normal' | 'high' };

/** A message has 3,993 bytes at most (RFC 8291, 4); a character may take four. */
const MAX_TITLE = 200;
const MAX_BODY = 500;

/** The end of a phase is useless a quarter of an hour later. */
const SHORT: PushOptions = { ttlSeconds: (15 * MINUTE_MS) / SECOND_MS, urgency: 'high' };
const LONG: PushOptions = { ttlSeconds: DAY_MS / SECOND_MS, urgency: 'normal' };

export function pushMessage(
  notification: Notification,
  reader: Reader,
): { message: PushMessage; options: PushOptions } {
  const { title, body, path } = formatNotification(notification, reader);
  const message = {
    title: cut(title, MAX_TITLE),
    body: cut(body, MAX_BODY),
    path,
    tag: notification.fact,
    notification_id: notification.id,
  };
  return { message, options: notification.kind === 'phase_ended' ? SHORT : LONG };
}

/** The message of a push test. */
export const TEST_MESSAGE: { message: PushMessage; options: PushOptions } = {
  message: {
    title: 'Push works on this device',
    body: 'This device gets the notifications that you turn on under Settings, Notifications.',
    path: '/settings#notifications',
    tag: 'test',
    notification_id: null,
  },
  options: { ttlSeconds: MINUTE_MS / SECOND_MS, urgency: 'high' },
};

function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}
