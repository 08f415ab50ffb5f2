import type { Actor, Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import type { PushJob } from '#/lib/jobs/push.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';
import { findUnreadNotification } from '#/lib/notifications/inbox/notification-store.ts';
import { findRecipient } from '#/lib/notifications/inbox/recipient-query.ts';
import { dropSubscription } from '#/lib/notifications/push/drop-subscription.ts';
import { pushMessage } from '#/lib/notifications/push/push-message.ts';
import { listLiveSubscriptions } from '#/lib/notifications/push/push-subscription-store.ts';
import { type PushSent, sendPush } from '#/lib/notifications/push/send-push.ts';
import { ensureVapidKeys } from '#/lib/notifications/push/vapid-keys.ts';
import type { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';

/**
 * Sends a notification to one browser. Null, and nothing sent, when it has been read or deleted since, or the browser's
 * session has ended: it must not show up where the person has signed out. A browser that no longer accepts messages is
 * removed.
 */
export async function deliverPush(
  ctx: Omit<Ctx, 'actor'>,
  { notificationId, subscriptionId }: PushJob,
  sender: Pick<WebhookSender, 'send'>,
): Promise<PushSent | null> {
  const notification = await findUnreadNotification(ctx.db, notificationId);
  if (!notification) return null;
  const live = await listLiveSubscriptions(ctx.db, notification.userId, await ctx.clock.now(ctx.db));
  const subscription = live.find(({ id }) => id === subscriptionId);
  if (!subscription) return null;
  const reader = await findRecipient(ctx.db, notification.userId);
  const sent = await sendPush(sender, subscription, pushMessage(notification, reader), await ensureVapidKeys(ctx));
  if (sent.kind === 'gone') {
    await transaction({ ...ctx, actor: pusher(notification) }, (inner) => dropSubscription(inner, subscription));
  }
  return sent;
}

function pusher({ userId, workspaceId }: Notification): Actor {
  const credential = { kind: 'worker', name: 'notifier' } as const;
  return { userId, workspaceId, role: 'member', scopes: new Set(), credential };
}
