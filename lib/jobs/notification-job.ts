import type { TxCtx } from '#/lib/context/context.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { storedNotification } from '#/lib/jobs/stored-notification.ts';

/** Writes one notification and sends it on. Retried for about an hour, then kept for 30 days as a dead letter. */
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
 * Notifies a person of a fact once the caller's transaction has committed, and never if it does not: in their inbox
 * and, by their preferences, by push and mail. The same `fact` reported again, by this process or another, notifies
 * once.
 */
export async function enqueueNotification(ctx: TxCtx, notification: NotificationPayload): Promise<void> {
  await enqueue(ctx, WRITE_NOTIFICATION, storedNotification(notification));
}
