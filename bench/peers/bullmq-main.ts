import { Queue, Worker } from 'bullmq';
import { callReceiver, type PeerJob, servePeer } from '#/bench/peers/serve-peer.ts';

// BullMQ's delayed jobs. Its worker blocks on Redis until the next delayed job is due, so nothing polls.

const QUEUE = 'alarms';
const CONCURRENCY = 200;

const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT) };
const queue = new Queue<PeerJob>(QUEUE, { connection });
const worker = new Worker<PeerJob>(QUEUE, (job) => callReceiver(job.data), {
  connection,
  concurrency: CONCURRENCY,
  removeOnComplete: { count: 0 },
});
worker.on('error', (error) => console.error(error));
await worker.waitUntilReady();

servePeer(
  (jobs) => {
    const timestamp = Date.now();
    return queue.addBulk(
      jobs.map(({ job, dueMs }) => ({ name: 'fire', data: job, opts: { timestamp, delay: dueMs - timestamp } })),
    );
  },
  async () => {
    await worker.close(true);
    await queue.close();
  },
);
