import type { PgBoss } from 'pg-boss';
import { mailPasswordReset } from '#/lib/accounts/password-resets/mail-password-reset.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { readMailSettings } from '#/lib/core/env.ts';
import { MAIL_PASSWORD_RESET, passwordResetPayload } from '#/lib/jobs/password-reset.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Mails the requested links to people with an account. Without SMTP_URL it waits for a worker that has it. */
export async function workOnPasswordResets(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  if (!readMailSettings().SMTP_URL) return;
  await workOn(boss, ctx, MAIL_PASSWORD_RESET, (data) =>
    mailPasswordReset(ctx, passwordResetPayload.parse(data).email),
  );
}
