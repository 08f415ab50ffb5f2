import { Pool } from 'pg';
import { log } from '#/lib/core/log.ts';
import { connectionSettings, DEFAULT_TIMEOUT_MS, SLOW_PART } from '#/lib/db/deadline-client.ts';

/** A statement with its own name: the database parses and plans it once per connection. */
export type Statement = { name: string; text: string };
/** Runs a named statement on any connection of the pool. Rows are as the driver returns them. */
export type Sql = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
export type SqlPool = { sql: Sql; close: () => Promise<void> };

/**
 * Statements of the engine must use an index: a plan made while the tables were empty must not turn into a scan of ten
 * million rows. It has its own connections, so that no other work can hold them.
 */
const sessionOf = (timeoutMs: number) =>
  [
    'TimeZone=UTC',
    'lock_timeout=5s',
    'idle_in_transaction_session_timeout=30s',
    // The server cancels a statement before its client times out, so that a slow one does not look like a silent
    // connection.
    `statement_timeout=${Math.round(timeoutMs * SLOW_PART)}`,
    'enable_seqscan=off',
    'enable_bitmapscan=off',
    // Rows are then read in the order of their index, rather than from another one and sorted.
    'enable_sort=off',
    'enable_incremental_sort=off',
    'jit=off',
    'plan_cache_mode=force_generic_plan',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');
/** Longer than any query may go without a response, after which connections are returned. */
const WAIT_FOR_ONE_MS = 10_000;

/**
 * A pool for the hot path, where Prisma would plan each statement again (docs/decisions/0008). Its owner closes it. A
 * statement without a response in `timeoutMs` is rejected, its connection destroyed.
 */
export function openSqlPool(connectionString: string, max: number, timeoutMs = DEFAULT_TIMEOUT_MS): SqlPool {
  const pool = new Pool({
    ...connectionSettings(connectionString, sessionOf(timeoutMs), timeoutMs),
    max,
    connectionTimeoutMillis: WAIT_FOR_ONE_MS,
    // After a quiet minute a burst should not need new connections, with all their statements planned again.
    idleTimeoutMillis: 0,
  });
  pool.on('error', (error) =>
    log.warn({ err: error }, 'an idle database connection was lost; the pool opens another one'),
  );
  return {
    sql: async <Row>({ name, text }: Statement, values: readonly unknown[]) =>
      (await pool.query<Row & object>({ name, text, values: [...values] })).rows as Row[],
    close: () => pool.end(),
  };
}
