import { makeWorkerUtils, run } from 'graphile-worker';
import { callReceiver, type PeerJob, servePeer } from '#/bench/peers/serve-peer.ts';

// graphile-worker with `run_at`. Jobs in the future are found by polling; the rest is what its page on performance
// recommends: a local queue, completions in batches, prepared statements.

const preset = {
  worker: {
    connectionString: process.env.DATABASE_URL as string,
    concurrentJobs: 50,
    maxPoolSize: 51,
    pollInterval: 20,
    preparedStatements: true,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};

const utils = await makeWorkerUtils({ preset });
await utils.migrate();
const runner = await run({
  preset,
  taskList: { fire: (payload) => callReceiver(payload as PeerJob) },
  noHandleSignals: true,
});

servePeer(
  (jobs) => utils.addJobs(jobs.map(({ job, dueMs }) => ({ identifier: 'fire', payload: job, runAt: new Date(dueMs) }))),
  async () => {
    await runner.stop();
    await utils.release();
  },
);
