import path from 'node:path';
import { type CleanUp, endWhenKilled } from '#/bench/processes/clean-up.ts';
import { startCluster } from '#/scripts/database/cluster.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';

/** Settings that differ from PostgreSQL's defaults. Durability stays on, as in the product. */
export const POSTGRES_SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'max_connections=200',
];

export type Postgres = {
  url: (database: string) => string;
  /** Creates an empty database; returns its URL. */
  makeDatabase: (name: string) => Promise<string>;
  dropDatabase: (name: string) => Promise<void>;
  /** Writes out dirty pages, so that no participant pays for another's writes. */
  checkpoint: () => Promise<void>;
};

/** Starts a durable, throwaway PostgreSQL on loopback. */
export async function startPostgres(cleanUp: CleanUp): Promise<Postgres> {
  const cluster = await startCluster({
    folder: path.join(cleanUp.folder, 'postgres'),
    password: 'only-for-the-bench',
    settings: POSTGRES_SETTINGS,
  });
  const callOff = endWhenKilled(cluster.pid, cleanUp.folder);
  cleanUp.add(async () => {
    await cluster.stop();
    callOff();
  });
  const request = (sql: string) => onServer(cluster.url('postgres'), (client) => client.query(sql));
  return {
    url: cluster.url,
    makeDatabase: async (name) => {
      await request(`create database ${name}`);
      return cluster.url(name);
    },
    dropDatabase: async (name) => {
      await request(`drop database if exists ${name} with (force)`);
    },
    checkpoint: async () => {
      await request('checkpoint');
    },
  };
}
