import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { payloadOf } from '#/bench/participant.ts';
import { callReceiver, type PeerJob, servePeer } from '#/bench/peers/serve-peer.ts';

// BullMQ's delayed jobs. Its worker blocks on Redis until the next delayed job is due, so nothing polls.

const QUEUE = 'alarms';
const CONCURRENCY = 200;

/** Where a job is published instead of calling the receiver, if anywhere: a stream of a Redis. */
const STREAM = process.env.STREAM;

const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT) };
const queue = new Queue<PeerJob>(QUEUE, { connection });
const publisher = STREAM ? new Redis({ port: Number(process.env.STREAM_PORT) }) : null;
const publish = (redis: Redis, { round, n }: PeerJob) =>
  redis.xadd(STREAM as string, '*', 'event', JSON.stringify(payloadOf(round, n)), 'id', `${round}-${n}`);
const fire = async ({ data }: { data: PeerJob }) => {
  await (publisher ? publish(publisher, data) : callReceiver(data));
};
const worker = new Worker<PeerJob>(QUEUE, fire, {
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
    publisher?.disconnect();
  },
);
