import type { TxCtx } from '#/lib/accounts/context.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';
import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';

/** Writes one notification and sends it on. Tried for about an hour, then kept for 30 days as a dead letter. */
export const WRITE_NOTIFICATION: QueuedJob = {
  name: 'write-notice',
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 900,
  atOnce: 20,
  expireInSeconds: 60,
  deleteAfterSeconds: 3_600,
  deadLetter: { name: 'write-notice-dead', deleteAfterSeconds: 30 * 86_400 },
};

/**
 * Tells a person of a fact once the caller's transaction has committed, and never if it does not: in their inbox, and as
 * their preferences say by push and mail. The same `fact` told again, by this process or another, is told once.
 */
export async function enqueueNotification(ctx: TxCtx, notice: Notice): Promise<void> {
  await enqueue(ctx, WRITE_NOTIFICATION, notice);
}
