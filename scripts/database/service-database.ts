import path from 'node:path';
import { type Cluster, startCluster } from '#/scripts/database/cluster.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { DATABASE_NAME } from '#/scripts/project.ts';

export type ServiceDatabase = {
  url: string;
  /** Stops the server after everything committed is on disk. */
  stop: () => Promise<void>;
};

export type ServiceDatabaseOptions = {
  dataFolder: string;
  password: string;
  log: (line: string) => void;
};

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/**
 * Starts the PostgreSQL of this folder and keeps it running on the same port: one that dies is restarted, so that its
 * clients reconnect. Durable settings: what is committed survives a crash.
 */
export async function openServiceDatabase(options: ServiceDatabaseOptions): Promise<ServiceDatabase> {
  const folder = path.join(options.dataFolder, 'postgres');
  const start = (port?: number) =>
    startCluster({ folder, password: options.password, onCreate: () => options.log('making a new database …') }, port);
  const first = await start();
  const stop = keepRunning(first, () => start(first.port), options.log);
  try {
    await ensureDatabase(first.url('postgres'), DATABASE_NAME);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: first.url(DATABASE_NAME), stop };
}

/**
 * Restarts the cluster, with growing pauses, whenever it ends by itself. Returns the function that stops it for good.
 */
function keepRunning(first: Cluster, start: () => Promise<Cluster>, log: (line: string) => void): () => Promise<void> {
  let cluster = first;
  let stopping = false;
  let retry: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();

  const watch = () => {
    cluster.ended.then(() => {
      if (stopping) return;
      log('the database ended unexpectedly; starting it again');
      again(FIRST_RETRY_MS);
    });
  };
  const again = (delayMs: number) => {
    restarting = restart(delayMs);
  };
  const restart = async (delayMs: number) => {
    try {
      cluster = await start();
      log('the database is back');
      watch();
    } catch (error) {
      log((error as Error).message);
      if (!stopping) retry = setTimeout(again, delayMs, Math.min(delayMs * 2, MAX_RETRY_MS));
    }
  };

  watch();
  return async () => {
    stopping = true;
    clearTimeout(retry);
    // A server that is still starting would outlive this process.
    await restarting;
    await cluster.stop();
  };
}
