import path from 'node:path';
import { type Cluster, startCluster } from '#/scripts/database/cluster.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { DATABASE_NAME } from '#/scripts/project.ts';

export type ServiceDatabase = {
  url: string;
  /** Ends the server after everything it was asked to keep is on disk. */
  stop: () => Promise<void>;
};

export type ServiceDatabaseOptions = {
  dataFolder: string;
  password: string;
  say: (line: string) => void;
};

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

/**
 * Starts the PostgreSQL of this folder and keeps it running on the same port: one that dies is started again, so that
 * the processes that use it reconnect. Durable settings: what is committed survives a crash.
 */
export async function openServiceDatabase(options: ServiceDatabaseOptions): Promise<ServiceDatabase> {
  const folder = path.join(options.dataFolder, 'postgres');
  const start = (port?: number) =>
    startCluster({ folder, password: options.password, onCreate: () => options.say('making a new database …') }, port);
  let cluster = await start();
  let stopping = false;
  let retry: NodeJS.Timeout | undefined;
  const { port } = cluster;

  const watch = (running: Cluster) => {
    running.ended.then(() => {
      if (stopping) return;
      options.say('the database ended unexpectedly; starting it again');
      restart(FIRST_RETRY_MS);
    });
  };
  const restart = async (delayMs: number) => {
    try {
      cluster = await start(port);
      options.say('the database is back');
      watch(cluster);
      if (stopping) await cluster.stop();
    } catch (error) {
      options.say((error as Error).message);
      if (!stopping) retry = setTimeout(restart, delayMs, Math.min(delayMs * 2, LONGEST_RETRY_MS));
    }
  };

  watch(cluster);
  const stop = async () => {
    stopping = true;
    clearTimeout(retry);
    await cluster.stop();
  };
  try {
    await ensureDatabase(cluster.url('postgres'), DATABASE_NAME);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: cluster.url(DATABASE_NAME), stop };
}
