import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { completePartitionedIndexes, concurrentIndexOf, runConcurrently } from '#/lib/db/concurrent-indexes.ts';
import { connectionError, MigrationError, statementError } from '#/lib/db/migrate-errors.ts';
import {
  createMigrationsTable,
  findPending,
  type Migration,
  readMigrations,
  rejectOldServer,
} from '#/lib/db/migrations.ts';
import { SERVER_SETTINGS } from '#/lib/db/server-settings.ts';

export type MigrateOptions = {
  /** Folder with `<name>/migration.sql`; the project's by default. */
  folder?: string;
  /** Called with each migration before it runs. */
  onApply?: (name: string) => void;
  /** Called for each attempt that could not acquire its locks in time. */
  onBlocked?: (name: string) => void;
  lockTimeoutMs?: number;
  lockAttempts?: number;
};

/** The lock `prisma migrate` takes, so that the two exclude each other. */
const PRISMA_MIGRATE_LOCK = 72_707_369;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 5_000;
/** How long to wait for a server that is starting up (57P03): containers start together. */
const STARTING_UP_MS = 15_000;
/**
 * How long a statement waits for its locks. Later statements, even reads, wait behind it, so it gives up soon, lets
 * them through and retries, for some two minutes in total.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_ATTEMPTS = 40;
const BETWEEN_ATTEMPTS_MS = 1_000;
/** `lock_not_available` and `deadlock_detected`: others hold what the statement needs. */
const IS_BLOCKED = new Set(['55P03', '40P01']);
/** How often to check whether another process is done with its migrations. */
const BETWEEN_TURNS_MS = 200;
/** How a message about a migration names an index that an earlier migration declared. */
const INDEX_PURPOSE = 'of an index';
/**
 * Applies the SQL migrations this database lacks, in order, each in a transaction of its own, and returns their names.
 * Indexes of large tables are built without one, while others write (concurrent-indexes.ts). Safe to run by several
 * processes at once (advisory lock), and alongside processes of the previous version: a migration that can't get its
 * locks soon backs off and retries. Uses Prisma's own table and checksums, so `prisma migrate` stays usable beside it.
 * Throws `MigrationError` with a sentence for a person.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.folder);
  return withDatabase(databaseUrl, async (client) => {
    await rejectOldServer(client);
    await acquireLock(client);
    await createMigrationsTable(client, databaseUrl);
    const pending = await findPending(client, migrations, databaseUrl);
    const complete = () => completeIndexes(client, databaseUrl, options);
    // Left behind by an interrupted process.
    await complete();
    for (const migration of pending) {
      options.onApply?.(migration.name);
      await applyPatiently(client, migration, databaseUrl, options);
      await complete();
    }
    return pending.map((migration) => migration.name);
  });
}

/** Runs `work` on a connection of its own; ending the session releases the lock. Throws `MigrationError` without one. */
export async function withDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Polls: a session that waits in a statement would hold up `CREATE INDEX CONCURRENTLY`. */
async function acquireLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      PRISMA_MIGRATE_LOCK,
    ]);
    if (rows[0]?.mine) return;
    await delay(BETWEEN_TURNS_MS);
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const giveUpAt = performance.now() + STARTING_UP_MS;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // A migration may take as long as it needs: only TCP keepalive shows whether either end is still alive.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      options: SERVER_SETTINGS,
    });
    // A connection lost later rejects the running query; without a listener it would also end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const startingUp = (error as { code?: string }).code === '57P03';
      if (!startingUp || performance.now() > giveUpAt) throw connectionError(error, databaseUrl);
      await delay(200);
    }
  }
}

async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  databaseUrl: string,
  options: MigrateOptions,
): Promise<void> {
  const index = concurrentIndexOf(migration.sql);
  await patiently(migration.name, databaseUrl, options, async (lockTimeoutMs) => {
    if (index) await runConcurrently(client, index, migration.sql);
    await apply(client, { ...migration, sql: index ? '' : migration.sql }, lockTimeoutMs);
  });
}

async function completeIndexes(client: pg.Client, databaseUrl: string, options: MigrateOptions): Promise<void> {
  try {
    await completePartitionedIndexes(client, (step) =>
      patiently(INDEX_PURPOSE, databaseUrl, options, async (lockTimeoutMs) => {
        await client.query(`set lock_timeout = ${lockTimeoutMs}`);
        await step();
      }),
    );
  } catch (error) {
    throw error instanceof MigrationError ? error : statementError(error, INDEX_PURPOSE, databaseUrl);
  }
}

/** Runs a step with a lock timeout; after a timeout or a deadlock, again a second later. */
async function patiently(
  name: string,
  databaseUrl: string,
  { onBlocked, lockTimeoutMs = LOCK_TIMEOUT_MS, lockAttempts = LOCK_ATTEMPTS }: MigrateOptions,
  step: (lockTimeoutMs: number) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step(lockTimeoutMs);
      return;
    } catch (error) {
      const isBlocked = IS_BLOCKED.has((error as { code?: string }).code ?? '');
      if (!isBlocked || attempt >= lockAttempts) throw statementError(error, name, databaseUrl);
      onBlocked?.(name);
      await delay(Math.min(BETWEEN_ATTEMPTS_MS, lockTimeoutMs));
    }
  }
}

async function apply(client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (error) {
    // When the connection was lost, that failure is the one to report.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
