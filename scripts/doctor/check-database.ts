import { statfs } from 'node:fs/promises';
import pg from 'pg';
import type { Env } from '#/lib/core/env.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import type { PoolSettings } from '#/lib/db/connection-limits.ts';
import { connectionError } from '#/lib/db/migrate-errors.ts';
import { listPendingMigrations } from '#/lib/db/migrations.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import { type Finding, failed, ok } from '#/scripts/doctor/finding.ts';
import { checkPooler } from '#/scripts/doctor/pooler-check.ts';
import { checkReplica } from '#/scripts/doctor/replica-check.ts';
import { checkClocks, checkConnections, checkDisk } from '#/scripts/doctor/server-checks.ts';
import { checkServerSettings, serverSettings } from '#/scripts/doctor/server-settings-check.ts';
import { checkPartitions, checkQueues, checkReadiness, checkWorkers } from '#/scripts/doctor/service-checks.ts';
import { checkZones, offsetsHere } from '#/scripts/doctor/zone-check.ts';
import { isForPeople } from '#/scripts/start-error.ts';

export type Processes = { web: number; worker: number; bridge: number };
export type DatabaseSettings = PoolSettings &
  Pick<Env, 'ALARM_RETENTION_DAYS' | 'DATABASE_REPLICA_URL' | 'DATABASE_TIMEOUT_MS'>;

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
  serverSettings: typeof serverSettings;
};

export type InspectionOptions = Pick<Inspection, 'databaseUrl' | 'settings' | 'processes'> &
  Partial<Pick<Inspection, 'spaceOf' | 'offsetsHere' | 'serverSettings'>>;

const CONNECT_TIMEOUT_MS = 10_000;
/** Time limit of one statement: on a large database some read many rows. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Everything about the database, or one line that says why it can't be queried. Changes nothing. */
export async function checkDatabase(options: InspectionOptions): Promise<Finding[]> {
  const { databaseUrl } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    options: '-c TimeZone=UTC -c default_transaction_read_only=on',
  });
  // A connection lost later rejects the running query.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    return [unreachable(connectionError(error, databaseUrl))];
  }
  const findings: Finding[] = [];
  const db = connect(databaseUrl, 1, { timeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    await inspect({ spaceOf, offsetsHere, serverSettings, ...options, client, db }, findings);
    return findings;
  } catch (error) {
    if (!isOfDatabase(error)) throw error;
    return [...findings, interrupted(error)];
  } finally {
    await Promise.all([client.end(), db.$disconnect()]);
  }
}

/** Adds results to `findings` one by one, so that earlier ones are kept when a later query fails. */
async function inspect(inspection: Inspection, findings: Finding[]): Promise<void> {
  const { client } = inspection;
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  findings.push(ok('database', `PostgreSQL ${rows[0]?.server_version} responds`));
  findings.push(await checkClocks(inspection));
  findings.push(...(await checkServerSettings(inspection)));
  findings.push(await checkConnections(inspection));
  findings.push(...(await checkPooler(inspection)));
  findings.push(await checkDisk(inspection));
  findings.push(...(await checkReplica(inspection)));
  findings.push(await checkZones(inspection));
  const migrations = await checkMigrations(inspection);
  findings.push(migrations);
  // The tables that the other checks read may not exist yet.
  if (migrations.state !== 'ok') return;
  findings.push(...(await checkPartitions(inspection)));
  findings.push(...(await checkWorkers(inspection)));
  findings.push(...(await checkReadiness(inspection)));
  findings.push(...(await checkQueues(inspection)));
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

/** Whether the database, or the connection to it, is the cause; anything else is a bug and shows its stack. */
function isOfDatabase(error: unknown): error is Error {
  return error instanceof pg.DatabaseError || isUnavailable(error) || (error as Error).name.startsWith('PrismaClient');
}

function interrupted(error: Error): Finding {
  return failed('database', {
    found: `a query failed: ${error.message.trim()}`,
    means: 'What is not listed above was not checked.',
    todo: 'Look at the log of the database server and at what it is busy with (pg_stat_activity), then run this again.',
  });
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
