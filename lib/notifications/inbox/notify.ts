import type { Actor, Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';
import { notificationJson } from '#/lib/notifications/inbox/notification-json.ts';
import { insertNotification } from '#/lib/notifications/inbox/notification-store.ts';
import { sendOn } from '#/lib/notifications/inbox/send-on.ts';

/**
 * Puts a notification into a person's inbox and sends it by the channels they have chosen, unless the caller sends it.
 * Returns false, and does nothing, when they were already notified of this fact or are no longer a member: of any
 * number of workers with the same fact, one inserts it.
 */
export function notify(
  ctx: Omit<Ctx, 'actor'>,
  payload: NotificationPayload,
  { isSentOn = true } = {},
): Promise<boolean> {
  return transaction({ ...ctx, actor: notifier(payload) }, async (inner) => {
    const createdAt = await inner.clock.now(inner.tx);
    const notification: Notification = { ...payload, id: newId(), createdAt, readAt: null };
    if (!(await insertNotification(inner.tx, notification))) return false;
    const after = notificationJson(notification);
    const data = { notification: after, before: null, after };
    const { id: subjectId, userId } = notification;
    await recordEvent(inner, { type: 'notification.created', subjectId, userId, data }, createdAt);
    if (isSentOn) await sendOn(inner, notification);
    return true;
  });
}

function notifier({ userId, workspaceId }: NotificationPayload): Actor {
  const credential = { kind: 'worker', name: 'notifier' } as const;
  return { userId, workspaceId, role: 'member', scopes: new Set(), credential };
}
