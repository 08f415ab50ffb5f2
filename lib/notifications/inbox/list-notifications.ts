import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';
import type { ListNotificationsQuery } from '#/lib/notifications/inbox/notification-schemas.ts';
import { countUnread, listNotificationRows } from '#/lib/notifications/inbox/notification-store.ts';

const cursorShape = z.tuple([cursorInstant, z.uuid()]);

export type NotificationsPage = { notifications: Notification[]; unread: number; nextCursor: string | null; now: Date };

/** The caller's own notifications in this workspace, newest first. @throws AppError 400 `cursor_invalid`, 403 */
export async function listNotifications(ctx: Ctx, query: ListNotificationsQuery): Promise<NotificationsPage> {
  authorize(ctx, 'notifications:read');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const before = cursor && { createdAt: cursor[0], id: cursor[1] };
  const page = { limit: query.limit + 1, before, unread: query.unread };
  const [rows, unread, now] = await Promise.all([
    listNotificationRows(ctx.db, ctx.actor, page),
    countUnread(ctx.db, ctx.actor),
    ctx.clock.now(ctx.db),
  ]);
  const notifications = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? notifications.at(-1) : undefined;
  const nextCursor = last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null;
  return { notifications, unread, nextCursor, now };
}
