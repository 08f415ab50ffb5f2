import type { QueryClient } from '@tanstack/react-query';
import { NOTIFICATIONS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import { INBOX_KEY, type InboxPages } from '#/lib/client/notifications/inbox-queries.ts';
import type { NotificationJson, NotificationListJson } from '#/lib/notifications/inbox/notification-schemas.ts';

type Parts = { client: QueryClient; http: Http };

/** Marks one as read, shown at once. Rejects with ApiProblem or NoResponse, and rolls it back. */
export function readOne(parts: Parts, { id }: NotificationJson, now: number): Promise<void> {
  return read(parts, now, (one) => one.id === id, `/notifications/${id}/read`, {});
}

/** Marks all notifications on the page as read; those that arrive meanwhile stay unread. Rejects as `readOne`. */
export function readAll(parts: Parts, newest: NotificationJson, now: number): Promise<void> {
  return read(parts, now, ({ created_at }) => created_at <= newest.created_at, '/notifications/read', {
    up_to: newest.id,
  });
}

async function read(
  { client, http }: Parts,
  now: number,
  isRead: (one: NotificationJson) => boolean,
  path: string,
  body: object,
): Promise<void> {
  // A response in flight is older than what is shown from here on.
  await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
  const before = client.getQueryData<InboxPages>(INBOX_KEY);
  const read_at = new Date(now).toISOString();
  const mark = (one: NotificationJson) => (one.read_at === null && isRead(one) ? { ...one, read_at } : one);
  const marked = (page: NotificationListJson) => ({ ...page, notifications: page.notifications.map(mark) });
  client.setQueryData<InboxPages>(INBOX_KEY, (list) => list && { ...list, pages: list.pages.map(marked) });
  try {
    await http.send(path, { method: 'POST', body, idempotencyKey: randomId() });
  } catch (error) {
    client.setQueryData(INBOX_KEY, before);
    throw error;
  } finally {
    void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
  }
}
