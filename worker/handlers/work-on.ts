import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { notificationsFailed } from '#/lib/core/metrics.ts';
import { mayFire } from '#/lib/engine/hold/hold-query.ts';
import { ensureQueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';
import { requeueJobs } from '#/lib/jobs/requeue-query.ts';
import { RUNS_IN_HOLD } from '#/lib/jobs/runs-in-hold.ts';

const POLL_SECONDS = 0.5;
/** While the engine is on hold: how often a queue is polled, and for how long jobs found there are put back. */
const HOLD_PAUSE_MS = 5 * SECOND_MS;
const PUT_BACK_MS = 2 * HOLD_PAUSE_MS;

/** Failed for good: it goes to the dead letters at once, since a retry would not help. */
export class PermanentJobError extends Error {}

/**
 * Works on a queue, one job after the other, each failing and retried by itself. Jobs that failed for good are counted
 * and logged, and stay in the dead-letter queue until they expire. While the engine is on hold, jobs go back into the
 * queue untouched, except those of `RUNS_IN_HOLD`.
 */
export async function workOn(
  boss: PgBoss,
  { db }: Pick<Ctx, 'db'>,
  job: QueuedJob,
  work: (data: object, id: string) => Promise<void>,
) {
  await ensureQueue(boss, job);
  // After a full batch the next is fetched at once, so that a thousand jobs do not wait for polls.
  const options = { batchSize: job.atOnce, burstWhenBatchFull: true, pollingIntervalSeconds: POLL_SECONDS };
  await boss.work(job.name, { ...options, perJobResults: true }, async (jobs: Job<object>[]) => {
    // Once fetched they are active, and the start of a hold waits for those allowed to run here.
    if (!RUNS_IN_HOLD.includes(job.name) && !(await mayFire(db))) return requeueDuringHold(db, job, jobs);
    const results: JobResult[] = [];
    for (const one of jobs) {
      const result = await resultOf(job, one, work);
      // Each is recorded separately, since unrecorded work is repeated when a worker is killed. If that fails, it is
      // reported with the rest.
      if (result.status === 'completed') await boss.complete(job.name, one).catch(() => {});
      results.push(result);
    }
    return results;
  });
  await boss.work<object>(job.deadLetter.name, async (dead) => {
    for (const { id } of dead) {
      notificationsFailed.inc({ job: job.name });
      log.error({ job: job.name, id }, 'a job failed for good; it is now a dead letter');
    }
  });
}

/** Puts them back, and keeps this worker from fetching the next ones at once. */
async function requeueDuringHold(db: Ctx['db'], { name }: QueuedJob, jobs: readonly Job[]): Promise<JobResult[]> {
  const ids = jobs.map(({ id }) => id);
  await requeueJobs(db, { queue: name, ids, forMs: PUT_BACK_MS });
  await delay(HOLD_PAUSE_MS);
  return ids.map((id) => ({ id, status: 'completed' }));
}

async function resultOf(
  queue: QueuedJob,
  { id, data }: Job<object>,
  work: (data: object, id: string) => Promise<void>,
): Promise<JobResult> {
  try {
    await work(data, id);
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: queue.name, id }, 'a job failed');
    const message = error instanceof Error ? error.message : String(error);
    return { id, status: error instanceof PermanentJobError ? 'deadletter' : 'failed', output: { message } };
  }
}
