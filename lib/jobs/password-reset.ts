import { z } from 'zod';
import type { TxCtx } from '#/lib/context/context.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

export const passwordResetPayload = z.object({ email: z.string() });

/**
 * Mails a link to the account with this address, if there is one. Done by a worker, so that response times don't reveal
 * whether there is one. Not retried for long: people request it again.
 */
export const MAIL_PASSWORD_RESET: QueuedJob = {
  name: 'mail-password-reset',
  retryLimit: 5,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 120,
  atOnce: 10,
  expireInSeconds: 60,
  deleteAfterSeconds: 3_600,
  deadLetter: { name: 'mail-password-reset-dead', deleteAfterSeconds: 3_600 },
};

/** Lets a worker look up the address and mail the link once the caller's transaction has committed. */
export async function enqueuePasswordReset(ctx: Omit<TxCtx, 'actor'>, email: string): Promise<void> {
  await enqueue(ctx, MAIL_PASSWORD_RESET, { email });
}
