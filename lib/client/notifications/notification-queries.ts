import { queryOptions } from '@tanstack/react-query';
import { NOTIFICATIONS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { NotificationListJson } from '#/lib/notifications/inbox/notification-schemas.ts';

/** How many notifications are unread. Updates of them reload it. */
export function unreadQuery(http: Http) {
  return queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, 'unread'] as const,
    queryFn: async ({ signal }) =>
      (await http.send<NotificationListJson>('/notifications?unread=true&limit=1', { signal })).unread,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
