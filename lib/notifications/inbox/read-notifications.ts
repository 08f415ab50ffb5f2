import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { countUnread, findNotification, markReadUpTo } from '#/lib/notifications/inbox/notification-store.ts';

/**
 * Marks all of the caller's notifications up to this one as read: later ones stay unread.
 * @throws AppError 403, 404
 */
export function readNotifications(ctx: Ctx, upTo: string): Promise<{ count: number; unread: number; now: Date }> {
  authorize(ctx, 'notifications:write');
  return transaction(ctx, async (inner) => {
    const last = await findNotification(inner.tx, inner.actor, upTo);
    if (!last) throw notFound('notification');
    const now = await inner.clock.now(inner.tx);
    const count = await markReadUpTo(inner.tx, inner.actor, last, now);
    const unread = await countUnread(inner.tx, inner.actor);
    if (count > 0) {
      const data = { unread, count, before: { read_at: null }, after: { read_at: now.toISOString() } };
      const { userId } = inner.actor;
      await recordEvent(inner, { type: 'notification.read', subjectId: upTo, userId, data }, now);
    }
    return { count, unread, now };
  });
}
