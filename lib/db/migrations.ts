import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { MigrationError, NewerTablesError, statementError } from '#/lib/db/migrate-errors.ts';

/** A migration of the project. `checksum`: Prisma's, SHA-256 of the SQL. */
export type Migration = { name: string; sql: string; checksum: string };
type Recorded = { migration_name: string; checksum: string; finished_at: Date | null };

const OLDEST_SERVER = 15;
const PROJECT_MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations');

/** As computed by `prisma migrate` (schema-engine, sql-schema-connector/src/flavour/postgres/connector.rs). */
const CREATE_TABLE = `
  create table if not exists _prisma_migrations (
    id                  varchar(36) primary key not null,
    checksum            varchar(64) not null,
    finished_at         timestamptz,
    migration_name      varchar(255) not null,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/** Creates the table of applied migrations where it is missing. */
export async function createMigrationsTable(client: pg.Client, databaseUrl: string): Promise<void> {
  await asStatementOf('_prisma_migrations', databaseUrl, () => client.query(CREATE_TABLE));
}

/** The migrations of a folder with `<name>/migration.sql`, in order; the project's by default. */
export function readMigrations(folder = PROJECT_MIGRATIONS): Migration[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** @throws MigrationError for a server that is too old */
export async function rejectOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return;
  throw new MigrationError(
    `The database server is PostgreSQL ${version}; Timer Service needs ${OLDEST_SERVER} or later. Upgrade it, or unset DATABASE_URL to use the one that npm start brings.`,
  );
}

/**
 * Names of the migrations that a database lacks, in order; changes nothing. Throws `MigrationError` when the server is
 * too old or its migrations contradict this version; with `newerToo` it may have more.
 */
export async function listPendingMigrations(
  client: pg.Client,
  databaseUrl: string,
  options: PendingOptions = {},
): Promise<string[]> {
  await rejectOldServer(client);
  const migrations = readMigrations();
  const { rows } = await client.query("select to_regclass('_prisma_migrations') is not null as made");
  const pending = rows[0].made ? await findPending(client, migrations, databaseUrl, options) : migrations;
  return pending.map(({ name }) => name);
}

type PendingOptions = {
  /** The previous version continues to work with the tables of a newer one (docs/decisions/0035). */
  newerToo?: boolean;
};

/**
 * Those of these migrations that a database lacks, in order. @throws MigrationError when its migrations contradict them
 */
export async function findPending(
  client: pg.Client,
  migrations: Migration[],
  databaseUrl: string,
  { newerToo = false }: PendingOptions = {},
): Promise<Migration[]> {
  const { rows: recorded } = await asStatementOf('_prisma_migrations', databaseUrl, () =>
    client.query<Recorded>(
      'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null order by started_at',
    ),
  );
  const names = new Set(migrations.map(({ name }) => name));
  const judged = newerToo ? recorded.filter((row) => names.has(row.migration_name)) : recorded;
  for (const row of judged) rejectContradiction(row, migrations);
  const applied = new Set(recorded.map((row) => row.migration_name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function asStatementOf<T>(name: string, databaseUrl: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw statementError(error, name, databaseUrl);
  }
}

function rejectContradiction(row: Recorded, migrations: Migration[]): void {
  const name = row.migration_name;
  const ours = migrations.find((migration) => migration.name === name);
  if (!ours) {
    throw new NewerTablesError(
      `The database has migration ${name}, which this version of Timer Service does not know. Use the newer version that made it, or another database.`,
    );
  }
  if (!row.finished_at) {
    throw new MigrationError(
      `Migration ${name} was begun on this database by another tool and never finished. Repair what it left, then mark it: npx prisma migrate resolve --applied ${name} (or --rolled-back ${name}).`,
    );
  }
  if (row.checksum !== ours.checksum) {
    throw new MigrationError(
      `Migration ${name} was edited after this database applied it. Put prisma/migrations/${name}/migration.sql back as it was, and write the change as a new migration.`,
    );
  }
}
