import type { Ctx } from '#/lib/context/context.ts';
import { readLinkSettings, readMailSettings } from '#/lib/core/env.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { findRecipient } from '#/lib/notifications/inbox/recipient-query.ts';
import { notificationMail } from '#/lib/notifications/mail/notification-mail.ts';
import { type MailSent, sendMail } from '#/lib/notifications/mail/send-mail.ts';

/**
 * Mails a notification from this process, for what can't wait for a worker: also within quiet hours, since mail wakes
 * nobody. Null, and nothing sent, for people who have turned off this kind of mail, and without a mail server. Rejects
 * when the mail server is down.
 */
export async function mailAtOnce(ctx: Omit<Ctx, 'actor'>, notification: NotificationPayload): Promise<MailSent | null> {
  const { SMTP_URL, MAIL_FROM } = readMailSettings();
  if (!SMTP_URL || !MAIL_FROM) return null;
  const recipient = await findRecipient(ctx.db, notification.userId);
  if (!recipient.preferences.channels[notification.kind].mail) return null;
  const mail = notificationMail(notification, recipient, readLinkSettings().APP_URL);
  return sendMail({ SMTP_URL, MAIL_FROM }, mail, `${notification.fact.replaceAll(':', '-')}-${notification.userId}`);
}
