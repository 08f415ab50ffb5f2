import { z } from 'zod';
import type { TxCtx } from '#/lib/context/context.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

export const exportPayload = z.object({ exportId: z.uuid() });

/** Writes one file of recorded time. One at a time per worker; a worker that dies is detected within two minutes. */
export const WRITE_EXPORT: QueuedJob = {
  name: 'write-export',
  retryLimit: 3,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 60,
  atOnce: 1,
  expireInSeconds: 4 * 3_600,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 3_600,
  deadLetter: { name: 'write-export-dead', deleteAfterSeconds: 30 * 86_400 },
};

/** Lets a worker write the file once the caller's transaction has committed. */
export async function enqueueExport(ctx: TxCtx, exportId: string): Promise<void> {
  await enqueue(ctx, WRITE_EXPORT, { exportId });
}
