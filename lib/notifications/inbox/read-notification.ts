import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';
import { notificationJson } from '#/lib/notifications/inbox/notification-json.ts';
import { countUnread, findNotification, markRead } from '#/lib/notifications/inbox/notification-store.ts';

export type ReadNotification = { notification: Notification; unread: number };

/**
 * Marks one of the caller's notifications as read; one that was read already is unchanged. @throws AppError 403, 404
 */
export function readNotification(ctx: Ctx, id: string): Promise<ReadNotification> {
  authorize(ctx, 'notifications:write');
  return transaction(ctx, async (inner) => {
    const before = await findNotification(inner.tx, inner.actor, id);
    if (!before) throw notFound('notification');
    const readAt = await inner.clock.now(inner.tx);
    const isFirst = await markRead(inner.tx, id, readAt);
    // Another device may have been first.
    const notification = isFirst
      ? { ...before, readAt }
      : ((await findNotification(inner.tx, inner.actor, id)) ?? before);
    const unread = await countUnread(inner.tx, inner.actor);
    if (isFirst) {
      const after = notificationJson(notification);
      const data = { notification: after, unread, count: 1, before: notificationJson(before), after };
      const { userId } = inner.actor;
      await recordEvent(inner, { type: 'notification.read', subjectId: id, userId, data }, readAt);
    }
    return { notification, unread };
  });
}
