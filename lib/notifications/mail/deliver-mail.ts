import type { Ctx } from '#/lib/context/context.ts';
import type { MailJob } from '#/lib/jobs/mail.ts';
import { findUnreadNotification } from '#/lib/notifications/inbox/notification-store.ts';
import { type MailSent, type MailSettings, sendMail } from '#/lib/notifications/mail/send-mail.ts';

/**
 * Sends one mail. Null, and nothing sent, when its notification has been read or deleted since: it may have waited for
 * the end of the person's quiet hours, or for a mail server that was down. Rejects for temporary errors.
 */
export async function deliverMail(
  ctx: Omit<Ctx, 'actor'>,
  { notificationId, ...mail }: MailJob,
  { settings, id }: { settings: MailSettings; id: string },
): Promise<MailSent | null> {
  if (notificationId && !(await findUnreadNotification(ctx.db, notificationId))) return null;
  return sendMail(settings, mail, id);
}
