import { Pool } from 'pg';
import { AppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import { LONG_READS_AT_ONCE } from '#/lib/db/connection-limits.ts';
import { connectionSettings, LONG_TIMEOUT_MS } from '#/lib/db/deadline-client.ts';

/**
 * How many rows are in memory at a time, however many there are. Objects built from 200 rows die young; with 1,000 the
 * heap of a CSV grew by 90 MB more, and the event loop was blocked for longer.
 */
const BATCH_ROWS = 200;
/** Before the first rows, all may have to be read and sorted; later ones need no such wait. */
const NEXT_BATCH_TIMEOUT_MS = 60_000;
/** Other readers are slow: then an error is better than waiting. */
const MAX_WAIT_MS = 30_000;
/**
 * `cursor_tuple_fraction=1`: all rows will be read, so the plan for all is the right one. A reader that reads nothing
 * for a minute (a stalled download) loses the connection, since an open snapshot keeps dead rows.
 */
const SESSION = [
  'TimeZone=UTC',
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=60s',
  'statement_timeout=10min',
  'cursor_tuple_fraction=1',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** A statement and its parameters. It can be sent to another process. */
export type BatchQuery = { text: string; values: readonly unknown[] };

/**
 * The rows of a query in batches, through a cursor in one read-only snapshot (REPEATABLE READ): memory does not grow
 * with the number of rows, and concurrent writes are not seen. Rows are as the driver returns them: an instant as a
 * Date. The transaction ends with the generator, even if its reader stops early.
 */
export async function* readBatches<Row>(connectionString: string, query: BatchQuery): AsyncGenerator<Row[]> {
  const client = await poolOf(connectionString)
    .connect()
    .catch((cause: unknown) => {
      throw busy(cause);
    });
  // A connection lost between two batches reports it here as well as in the next one.
  client.on('error', (error) => log.warn({ err: error }, 'a connection for a long read was lost'));
  let isBroken = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query({
      text: `declare batches no scroll cursor for ${query.text}`,
      values: [...query.values],
    });
    for (let timeout = {}; ; timeout = { query_timeout: NEXT_BATCH_TIMEOUT_MS }) {
      const { rows } = await client.query({ text: `fetch ${BATCH_ROWS} from batches`, ...timeout });
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < BATCH_ROWS) break;
    }
    isBroken = false;
  } finally {
    // The connection is used once (`maxUses`): closing it ends the transaction in any state.
    client.release(isBroken);
  }
}

function busy(cause: unknown): AppError {
  return new AppError('database_unavailable', {
    detail: 'Too many exports are being read just now. Try again in a minute.',
    headers: { 'Retry-After': '60' },
    cause,
  });
}

const pools = new Map<string, Pool>();

/**
 * Connections are opened for one read and closed after it: the pool only serves as a queue, and leaves nothing behind.
 */
function poolOf(connectionString: string): Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const created = new Pool({
    ...connectionSettings(connectionString, SESSION, LONG_TIMEOUT_MS),
    max: LONG_READS_AT_ONCE,
    maxUses: 1,
    connectionTimeoutMillis: MAX_WAIT_MS,
  });
  created.on('error', (error) => log.warn({ err: error }, 'a connection for a long read was lost'));
  pools.set(connectionString, created);
  return created;
}
