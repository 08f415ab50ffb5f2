import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import {
  deleteWorker,
  deleteWorkersUnseenSince,
  saveWorker,
  type WorkerFacts,
} from '#/lib/jobs/workers/worker-store.ts';

type System = Omit<Ctx, 'actor'>;
export type Worker = Omit<WorkerFacts, 'startedAt'>;

/** How long a crashed worker's row stays, for diagnosis. */
const PRUNE_AFTER_MS = HOUR_MS;

/**
 * Records that this worker is alive; `startedAt` is what its first call returned. Deletes rows of workers that
 * disappeared long ago.
 */
export async function recordHeartbeat(ctx: System, worker: Worker, startedAt: Date | null): Promise<Date> {
  const now = await ctx.clock.now(ctx.db);
  await saveWorker(ctx.db, { ...worker, startedAt: startedAt ?? now }, now);
  await deleteWorkersUnseenSince(ctx.db, new Date(now.getTime() - PRUNE_AFTER_MS));
  return startedAt ?? now;
}

/** Removes the row of a worker that shuts down cleanly. */
export async function deregister(ctx: System, workerId: string): Promise<void> {
  await deleteWorker(ctx.db, workerId);
}
