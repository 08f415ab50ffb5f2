import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { NOTIFICATIONS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { NotificationListJson } from '#/lib/notifications/inbox/notification-schemas.ts';

export type InboxPages = InfiniteData<NotificationListJson, string | null>;
export const INBOX_KEY = [...NOTIFICATIONS_KEY, 'inbox'] as const;
export const INBOX_PAGE = 30;

/** The user's notifications, newest first, one page at a time. */
export function inboxQuery(http: Http) {
  return infiniteQueryOptions({
    queryKey: INBOX_KEY,
    queryFn: ({ pageParam, signal }) => http.send<NotificationListJson>(inboxPath(pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

function inboxPath(cursor: string | null): `/${string}` {
  const query = new URLSearchParams({ limit: String(INBOX_PAGE), ...(cursor && { cursor }) });
  return `/notifications?${query}`;
}
