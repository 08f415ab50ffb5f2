import { onTestFinished } from 'vitest';
import { afterFile } from '#/test/after-file.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { type Receiver, startReceiver } from '#/test/proofs/receiver.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { testWorld, type World } from '#/test/world.ts';

/** A receiver that responds in milliseconds, and a result to write, can't take this long on any machine. */
export const PATIENT = { ALARM_TIMEOUT_SECONDS: '60', ALARM_LEASE_SECONDS: '120' };
/**
 * For workers that are killed or frozen: leases end soon enough for a test to wait for. A busy machine may exceed the
 * timeout, which the attempt log shows (see repeats.ts), and which is retried at once, any number of times.
 */
export const SOON_RECLAIMED = {
  ALARM_TIMEOUT_SECONDS: '8',
  ALARM_LEASE_SECONDS: '15',
  ALARM_RETRY_SCHEDULE: Array(20).fill('1s').join(),
};

export type Scene = {
  world: World;
  workspaceId: string;
  instants: DatabaseInstants;
  /** A ready worker on the scene's database. Killed after the test. */
  worker: (name: string, settings?: Record<string, string>) => Promise<WorkerProcess>;
  /** How many alarms are scheduled or firing. */
  pending: () => Promise<number>;
};

/** A database with people and real workers. Call it in `beforeAll`. */
export async function setScene(): Promise<Scene> {
  const world = await testWorld();
  const { pool, url } = world.database;
  const { actor } = await world.member();
  return {
    world,
    workspaceId: actor.workspaceId,
    instants: await DatabaseInstants.measure(pool),
    worker: (name, settings = {}) => startWorker(url, name, settings),
    pending: async () => {
      const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from alarms');
      return (rows[0] as { count: number }).count;
    },
  };
}

/** A worker that ends with the test, in whatever state. */
export function startWorker(url: string, name: string, settings: Record<string, string>): Promise<WorkerProcess> {
  const worker = new WorkerProcess(url, name, settings);
  onTestFinished(async () => {
    await worker.end('SIGKILL');
  });
  return worker.ready();
}

/** A receiver that is closed after the file's last test. Call it in `beforeAll`. */
export async function receiverOfFile(...parts: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...parts);
  afterFile(receiver.close);
  return receiver;
}
