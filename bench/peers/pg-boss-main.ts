import { PgBoss } from 'pg-boss';
import { callReceiver, type PeerJob, servePeer } from '#/bench/peers/serve-peer.ts';

// pg-boss with `startAfter`. Jobs in the future are found by polling, every half second at the fastest; while batches
// come back full it fetches without a pause.

const QUEUE = 'alarms';
const POLLING = { pollingIntervalSeconds: 0.5, batchSize: 500, burstWhenBatchFull: true, localConcurrency: 2 };

const boss = new PgBoss({ connectionString: process.env.DATABASE_URL as string, max: 10 });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue(QUEUE);
await boss.work<PeerJob>(QUEUE, POLLING, async (jobs) => {
  await Promise.all(jobs.map((job) => callReceiver(job.data)));
});

servePeer(
  (jobs) =>
    boss.insert(
      QUEUE,
      jobs.map(({ job, dueMs }) => ({ data: job, startAfter: new Date(dueMs) })),
    ),
  () => boss.stop({ graceful: false }),
);
