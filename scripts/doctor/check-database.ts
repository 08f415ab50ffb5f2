import { statfs } from 'node:fs/promises';
import pg from 'pg';
import type { Env } from '#/lib/core/env.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import type { PoolSettings } from '#/lib/db/connection-limits.ts';
import { listPendingMigrations } from '#/lib/db/migrate.ts';
import { connectionError } from '#/lib/db/migrate-errors.ts';
import { type Finding, failed, ok } from '#/scripts/doctor/finding.ts';
import { checkClocks, checkConnections, checkDisk } from '#/scripts/doctor/server-checks.ts';
import { checkPartitions, checkQueues, checkReadiness, checkWorkers } from '#/scripts/doctor/service-checks.ts';
import { checkZones, offsetsHere } from '#/scripts/doctor/zone-check.ts';
import { isForPeople } from '#/scripts/start-error.ts';

export type Processes = { web: number; worker: number; bridge: number };
export type DatabaseSettings = PoolSettings & Pick<Env, 'ALARM_RETENTION_DAYS'>;

/** What every check of the database may use. */
export type Inspection = {
  databaseUrl: string;
  /** Connected. */
  client: pg.Client;
  db: Db;
  settings: DatabaseSettings;
  /** How many of each role are meant to run. */
  processes: Processes;
  /** Bytes of the file system that a folder of this machine is on. Throws when there is no such folder. */
  spaceOf: (folder: string) => Promise<{ free: number; total: number }>;
  offsetsHere: typeof offsetsHere;
};

export type InspectionOptions = Pick<Inspection, 'databaseUrl' | 'settings' | 'processes'> &
  Partial<Pick<Inspection, 'spaceOf' | 'offsetsHere'>>;

const CONNECT_TIMEOUT_MS = 10_000;
/** For one statement of ours: on a large database some look at many rows. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Everything about the database, or one line that says why it can't be asked. Changes nothing. */
export async function checkDatabase(options: InspectionOptions): Promise<Finding[]> {
  const { databaseUrl } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c TimeZone=UTC -c default_transaction_read_only=on',
  });
  // What is lost later rejects the query that runs.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    return [unreachable(connectionError(error, databaseUrl))];
  }
  const db = connect(databaseUrl, 1, { timeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    return await inspect({ spaceOf, offsetsHere, ...options, client, db });
  } finally {
    await Promise.all([client.end(), db.$disconnect()]);
  }
}

async function inspect(inspection: Inspection): Promise<Finding[]> {
  const { client } = inspection;
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const findings = [ok('database', `PostgreSQL ${rows[0]?.server_version} responds`)];
  findings.push(await checkClocks(inspection), await checkConnections(inspection), await checkDisk(inspection));
  findings.push(await checkZones(inspection));
  const migrations = await checkMigrations(inspection);
  findings.push(migrations);
  // The tables that the others look at may not be there yet.
  if (migrations.state !== 'ok') return findings;
  findings.push(...(await checkPartitions(inspection)), ...(await checkWorkers(inspection)));
  findings.push(...(await checkReadiness(inspection)), ...(await checkQueues(inspection)));
  return findings;
}

async function checkMigrations({ client, databaseUrl }: Inspection): Promise<Finding> {
  try {
    const pending = await listPendingMigrations(client, databaseUrl);
    if (pending.length === 0) return ok('migrations', 'all are applied');
    return failed('migrations', {
      found: `${pending.length} are not applied, the first is ${pending[0]}`,
      means: 'Processes of this version don’t work with these tables. Partitions, workers and queues were not checked.',
      todo: 'Run npm run migrate (npm start does it by itself), then run this again.',
    });
  } catch (error) {
    if (!isForPeople(error)) throw error;
    const [found = '', ...todo] = error.message.split(/(?<=\.) /);
    return failed('migrations', {
      found,
      means: 'No process of this version starts on this database. Partitions, workers and queues were not checked.',
      todo: todo.join(' '),
    });
  }
}

function unreachable(error: Error): Finding {
  const [found = '', ...todo] = error.message.split(/(?<=\.) /);
  return failed('database', {
    found,
    means: 'Nothing works without it. Clocks, disk, migrations, workers and queues were not checked.',
    todo: todo.join(' ') || 'Look at the log of the database server.',
  });
}

async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
