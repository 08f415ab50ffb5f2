import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { afterFile } from '#/test/after-file.ts';

export type TestDatabase = {
  url: string;
  /** Plain SQL, separate from the code under test. Closed with the database. */
  pool: pg.Pool;
  /** Runs before the database is dropped; for clients that the test opened. */
  onClose: (close: () => unknown) => void;
};

const preparations: ((pool: pg.Pool) => Promise<void>)[] = [];

/** Runs this on every database that tests of this process create from now on. For files with their own process. */
export function prepareDatabases(prepare: (pool: pg.Pool) => Promise<void>): void {
  preparations.push(prepare);
}

/** A separate database for this test file: a copy of the migrated template, dropped after its last test. */
export async function testDatabase(template = inject('databases').template): Promise<TestDatabase> {
  const url = await createTestDatabase(template);
  const pool = openPool(url);
  const closers: (() => unknown)[] = [() => endPool(pool)];
  afterFile(async () => {
    for (const close of closers.reverse()) await close();
    await dropTestDatabase(url);
  });
  for (const prepare of preparations) await prepare(pool);
  return { url, pool, onClose: (close) => closers.push(close) };
}

/** As `testDatabase`, without any table: for tests of the migrations. */
export async function emptyTestDatabase(): Promise<string> {
  const url = await createTestDatabase('template0');
  afterFile(() => dropTestDatabase(url));
  return url;
}

async function createTestDatabase(template: string): Promise<string> {
  const { serverUrl } = inject('databases');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) =>
    // Without a copy of each page in the log: half the time.
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

async function dropTestDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(inject('databases').serverUrl, (client) => client.query(`drop database ${name} with (force)`));
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 60 });
  pool.on('error', () => {});
  return pool;
}

/** @throws Error when a test still holds a connection, for which the pool would wait forever */
async function endPool(pool: pg.Pool): Promise<void> {
  const kept = pool.totalCount - pool.idleCount;
  if (kept > 0) throw new Error(`A test has not released ${kept} connections of its database's pool`);
  await pool.end();
}
