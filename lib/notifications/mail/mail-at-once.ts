import type { Ctx } from '#/lib/accounts/context.ts';
import { readLinkSettings, readMailSettings } from '#/lib/core/env.ts';
import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';
import { findRecipient } from '#/lib/notifications/inbox/recipient-query.ts';
import { notificationMail } from '#/lib/notifications/mail/notification-mail.ts';
import { type MailSent, sendMail } from '#/lib/notifications/mail/send-mail.ts';

/**
 * Mails a notice from this process, for what can't wait for a worker: also within quiet hours, since mail wakes nobody.
 * Null, and nothing sent, to who wants no mails of this kind, and without a mail server. Rejects when that is away.
 */
export async function mailAtOnce(ctx: Omit<Ctx, 'actor'>, notice: Notice): Promise<MailSent | null> {
  const { SMTP_URL, MAIL_FROM } = readMailSettings();
  if (!SMTP_URL || !MAIL_FROM) return null;
  const recipient = await findRecipient(ctx.db, notice.userId);
  if (!recipient.preferences.channels[notice.kind].mail) return null;
  const mail = notificationMail(notice, recipient, readLinkSettings().APP_URL);
  return sendMail({ SMTP_URL, MAIL_FROM }, mail, `${notice.fact.replaceAll(':', '-')}-${notice.userId}`);
}
