import { type Env, SettingsError } from '#/lib/core/env.ts';
import { DeadlineClient, pooledConnectionSettings } from '#/lib/db/deadline-client.ts';

type PoolerSettings = Pick<Env, 'DATABASE_URL' | 'DATABASE_POOLER_URL' | 'DATABASE_TIMEOUT_MS'>;
type Session = { database: string; zone: string; limits: Record<string, number> };

/** In milliseconds. Without them one stuck session holds a connection, and locks, that others need. */
const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * What is wrong with the pooler of DATABASE_POOLER_URL, as texts that continue its name; none without one. A process
 * can't set session settings there, so the pooler must (ops/pgbouncer). Rejects when the database can't be queried.
 */
export async function findPoolerProblems(settings: PoolerSettings): Promise<string[]> {
  const { DATABASE_URL, DATABASE_POOLER_URL: poolerUrl, DATABASE_TIMEOUT_MS: timeoutMs } = settings;
  if (!poolerUrl) return [];
  const direct = await readSession(DATABASE_URL, timeoutMs);
  const pooled = await readSession(poolerUrl, timeoutMs).catch((error: Error) => error);
  if (pooled instanceof Error) return [`can’t be used: ${pooled.message.trim() || pooled.name}`];
  const problems: string[] = [];
  if (pooled.database !== direct.database) problems.push('leads to another database than DATABASE_URL');
  if (pooled.zone !== 'UTC') problems.push(`gives its sessions the time zone ${pooled.zone}, not UTC`);
  for (const [name, ms] of Object.entries(pooled.limits)) {
    if (ms < 1 || ms > timeoutMs) problems.push(`gives its sessions ${name} = ${ms} ms, not 1 to ${timeoutMs} ms`);
  }
  return problems;
}

/** @throws SettingsError when the configured pooler must not be used */
export async function rejectWrongPooler(settings: PoolerSettings): Promise<void> {
  const problems = await findPoolerProblems(settings);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `DATABASE_POOLER_URL ${problem}.`);
  throw new SettingsError([...lines, 'See ops/pgbouncer/pgbouncer.ini for how it has to be set up.']);
}

async function readSession(url: string, timeoutMs: number): Promise<Session> {
  const client = new DeadlineClient(pooledConnectionSettings(url, timeoutMs));
  // A connection lost later rejects the running query.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_database() || ' of ' || (select system_identifier from pg_control_system()) as database,
              current_setting('TimeZone') as zone,
              (select json_object_agg(name, setting::int order by name) from pg_settings where name = any($1)) as limits`,
      [LIMITS],
    );
    return rows[0] as Session;
  } finally {
    await client.end();
  }
}
