import type { PgBoss } from 'pg-boss';
import { readMailSettings } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { ensureQueue } from '#/lib/jobs/enqueue.ts';
import { mailPayload, SEND_MAIL } from '#/lib/jobs/mail.ts';
import { sendMail } from '#/lib/notifications/mail/send-mail.ts';

/** Sends what is queued, one mail after the other. Without SMTP_URL it waits for a worker that has it. */
export async function workOnMail(boss: PgBoss): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = readMailSettings();
  if (!SMTP_URL || !MAIL_FROM) return;
  await ensureQueue(boss, SEND_MAIL);
  await boss.work(SEND_MAIL.name, async ([job]) => {
    if (!job) return;
    const sent = await sendMail({ SMTP_URL, MAIL_FROM }, mailPayload.parse(job.data), job.id);
    if (sent.kind === 'refused') log.warn({ job: job.id, response: sent.response }, 'a mail was refused for good');
  });
}
