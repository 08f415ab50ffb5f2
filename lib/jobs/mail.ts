import { z } from 'zod';
import type { TxCtx } from '#/lib/context/context.ts';
import { readMailSettings } from '#/lib/core/env.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

export const mailPayload = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The notification that it repeats, if any: once that is read, the mail is not sent. */
  notificationId: z.uuid().optional(),
});

export type MailJob = z.infer<typeof mailPayload>;
export type Mail = Omit<MailJob, 'notificationId'>;

/**
 * Sends one mail. Sent mails are deleted soon, since they contain secrets; others are retried for about a day, as mail
 * servers do among themselves (RFC 5321, 4.5.4.1 asks for four to five days; invitations live for seven).
 */
export const SEND_MAIL: QueuedJob = {
  name: 'send-mail',
  retryLimit: 20,
  retryDelaySeconds: 15,
  retryDelayMaxSeconds: 7_200,
  atOnce: 2,
  expireInSeconds: 120,
  deleteAfterSeconds: 3_600,
  deadLetter: { name: 'send-mail-dead', deleteAfterSeconds: 3_600 },
};

/**
 * Lets a worker send a mail once the caller's transaction has committed, and never if it does not; not before
 * `startAfter`. Without SMTP_URL, returns false and does nothing.
 */
export async function enqueueMail(
  ctx: Omit<TxCtx, 'actor'>,
  mail: MailJob,
  when: { startAfter?: Date | undefined } = {},
): Promise<boolean> {
  if (!readMailSettings().SMTP_URL) return false;
  await enqueue(ctx, SEND_MAIL, mail, when);
  return true;
}
