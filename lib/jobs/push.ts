import { z } from 'zod';
import type { TxCtx } from '#/lib/context/context.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

export const pushPayload = z.object({ notificationId: z.uuid(), subscriptionId: z.uuid() });

export type PushJob = z.infer<typeof pushPayload>;

/** Sends one push message to one browser. Retried for about two hours: anything older is read in the inbox. */
export const SEND_PUSH: QueuedJob = {
  name: 'send-push',
  retryLimit: 8,
  retryDelaySeconds: 15,
  retryDelayMaxSeconds: 1_800,
  atOnce: 2,
  expireInSeconds: 60,
  deleteAfterSeconds: 3_600,
  deadLetter: { name: 'send-push-dead', deleteAfterSeconds: 30 * 86_400 },
};

/** Lets a worker send a push message once the caller's transaction has committed, and not before `startAfter`. */
export async function enqueuePush(
  ctx: TxCtx,
  job: PushJob,
  when: { startAfter?: Date | undefined } = {},
): Promise<void> {
  await enqueue(ctx, SEND_PUSH, job, when);
}
