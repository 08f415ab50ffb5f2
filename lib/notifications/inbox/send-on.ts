import type { TxCtx } from '#/lib/context/context.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { enqueueMail } from '#/lib/jobs/mail.ts';
import { enqueuePush } from '#/lib/jobs/push.ts';
import type { Notification } from '#/lib/notifications/inbox/notification.ts';
import { findRecipient } from '#/lib/notifications/inbox/recipient-query.ts';
import { notificationMail } from '#/lib/notifications/mail/notification-mail.ts';
import { type Channel, deliveryTime } from '#/lib/notifications/preferences/preferences.ts';
import { listLiveSubscriptions } from '#/lib/notifications/push/push-subscription-store.ts';

/**
 * Sends a notification by the channels its person has chosen, once the transaction has committed: now, or at the end of
 * their quiet hours unless they have read it by then.
 */
export async function sendOn(ctx: TxCtx, notification: Notification): Promise<void> {
  const { userId, kind, createdAt: now } = notification;
  const recipient = await findRecipient(ctx.tx, userId);
  const { preferences, timeZone } = recipient;
  const when = (channel: Channel) => deliveryTime(kind, channel, preferences, { now, timeZone });
  const [pushAt, mailAt] = [when('push'), when('mail')];
  if (mailAt) {
    const mail = notificationMail(notification, recipient, readLinkSettings().APP_URL);
    await enqueueMail(ctx, { ...mail, notificationId: notification.id }, { startAfter: later(mailAt, now) });
  }
  if (!pushAt || isOver(notification)) return;
  for (const { id: subscriptionId } of await listLiveSubscriptions(ctx.tx, userId, now)) {
    const job = { notificationId: notification.id, subscriptionId };
    await enqueuePush(ctx, job, { startAfter: later(pushAt, now) });
  }
}

/** The end of something need not wake anybody. */
function isOver(notification: Notification): boolean {
  return notification.kind === 'alert' && Boolean(notification.data.closed_at);
}

function later(at: Date, now: Date): Date | undefined {
  return at > now ? at : undefined;
}
