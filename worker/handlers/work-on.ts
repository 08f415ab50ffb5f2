import type { Job, JobResult, PgBoss } from 'pg-boss';
import { log } from '#/lib/core/log.ts';
import { notificationsFailed } from '#/lib/core/metrics.ts';
import { ensureQueue } from '#/lib/jobs/enqueue.ts';
import type { QueuedJob } from '#/lib/jobs/job.ts';

const POLL_SECONDS = 0.5;

/** Failed for good: it goes to the dead letters at once, since a retry would not help. */
export class HopelessJob extends Error {}

/**
 * Works on a queue, one job after the other, each failing and retried by itself. What has failed for good is counted
 * and logged, and stays in the queue of dead letters until its time is over.
 */
export async function workOn(boss: PgBoss, job: QueuedJob, work: (data: object, id: string) => Promise<void>) {
  await ensureQueue(boss, job);
  // A full batch is followed by the next at once, so that a thousand jobs do not wait for polls.
  const options = { batchSize: job.atOnce, burstWhenBatchFull: true, pollingIntervalSeconds: POLL_SECONDS };
  await boss.work(job.name, { ...options, perJobResults: true }, async (jobs: Job<object>[]) => {
    const results: JobResult[] = [];
    for (const one of jobs) {
      const result = await resultOf(job, one, work);
      // On its own, since work not recorded when a worker is killed is repeated. If it fails, the rest report it.
      if (result.status === 'completed') await boss.complete(job.name, one).catch(() => {});
      results.push(result);
    }
    return results;
  });
  await boss.work<object>(job.deadLetter.name, async (dead) => {
    for (const { id } of dead) {
      notificationsFailed.inc({ job: job.name });
      log.error({ job: job.name, id }, 'a job failed for good; it is kept among the dead letters');
    }
  });
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
    return { id, status: error instanceof HopelessJob ? 'deadletter' : 'failed', output: { message } };
  }
}
