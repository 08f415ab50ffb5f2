import { z } from 'zod';
import type { Credential, TxCtx } from '#/lib/context/context.ts';
import { enqueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

export const importPayload = z.object({
  importId: z.uuid(),
  workspaceId: z.uuid(),
  /** Who applied or undid it, and how they were authenticated, for the audit log. */
  userId: z.uuid(),
  credential: z.custom<Credential>(),
});

export type ImportJob = z.infer<typeof importPayload>;

/**
 * Records the rows of an applied import, or removes them again, a bounded number per transaction. If a worker is
 * killed, the next attempt continues from what it has committed.
 */
export const RUN_IMPORT: QueuedJob = {
  name: 'run-import',
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  atOnce: 1,
  expireInSeconds: 900,
  deleteAfterSeconds: 86_400,
  deadLetter: { name: 'run-import-dead', deleteAfterSeconds: 30 * 86_400 },
};

/** Lets a worker continue with an import once the caller's transaction has committed. */
export async function enqueueImport(ctx: TxCtx, importId: string): Promise<void> {
  const { workspaceId, userId, credential } = ctx.actor;
  const job: ImportJob = { importId, workspaceId, userId, credential };
  await enqueue(ctx, RUN_IMPORT, job);
}
