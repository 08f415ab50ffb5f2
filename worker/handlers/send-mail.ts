import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/context/context.ts';
import { readMailSettings } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { mailPayload, SEND_MAIL } from '#/lib/jobs/mail.ts';
import { deliverMail } from '#/lib/notifications/mail/deliver-mail.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Sends queued mails, one after the other. Without SMTP_URL it waits for a worker that has it. */
export async function workOnMail(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = readMailSettings();
  if (!SMTP_URL || !MAIL_FROM) return;
  await workOn(boss, ctx, SEND_MAIL, async (data, id) => {
    const settings = { SMTP_URL, MAIL_FROM };
    const sent = await deliverMail(ctx, mailPayload.parse(data), { settings, id });
    if (sent?.kind === 'rejected') log.warn({ job: id, response: sent.response }, 'a mail was rejected for good');
  });
}
