import type { Notification } from '#/lib/notifications/inbox/notification.ts';
import type { NotificationJson } from '#/lib/notifications/inbox/notification-schemas.ts';

/** A notification as the API and the feed write it. */
export function notificationJson({ id, kind, fact, data, createdAt, readAt }: Notification): NotificationJson {
  return { id, kind, fact, data, created_at: createdAt.toISOString(), read_at: readAt?.toISOString() ?? null };
}
