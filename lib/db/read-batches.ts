import { Pool } from 'pg';
import { AppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import { LONG_READS_AT_ONCE } from '#/lib/db/connection-limits.ts';
import { connectionSettings, LONG_TIMEOUT_MS } from '#/lib/db/deadline-client.ts';

/**
 * How many rows are in memory at a time, however many there are. What is made of 200 dies young; of 1,000 it grew the
 * heap of a CSV by 90 MB more, and held up the event loop for longer.
 */
const BATCH_ROWS = 200;
/** The first rows may need all to be read and sorted; those that follow do not. */
const NEXT_BATCH_TIMEOUT_MS = 60_000;
/** Other readers are slow: then an error is better than waiting. */
const LONGEST_WAIT_MS = 30_000;
/**
 * `cursor_tuple_fraction=1`: all rows are going to be read, so the plan for all is the right one. A reader who takes
 * nothing for a minute (a download that stalls) loses the connection, since an open snapshot keeps dead rows.
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
 * The rows of a query in batches, through a cursor in one read-only snapshot (REPEATABLE READ): memory does not
 * grow with the number of rows, and what is written meanwhile is not seen. Rows come as the driver makes them: an instant
 * as a Date. The transaction ends with the generator, also when its reader leaves early.
 */
export async function* readBatches<Row>(connectionString: string, query: BatchQuery): AsyncGenerator<Row[]> {
  const client = await poolOf(connectionString)
    .connect()
    .catch((cause: unknown) => {
      throw busy(cause);
    });
  // A connection that is lost between two batches says so here as well as by the next one.
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
    // The connection is used once (`maxUses`): to close it ends the transaction, whatever state it is in.
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

/** Connections are opened for one read and closed after it: the pool is a queue, and nothing of it stays behind. */
function poolOf(connectionString: string): Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const made = new Pool({
    ...connectionSettings(connectionString, SESSION, LONG_TIMEOUT_MS),
    max: LONG_READS_AT_ONCE,
    maxUses: 1,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
  });
  made.on('error', (error) => log.warn({ err: error }, 'a connection for a long read was lost'));
  pools.set(connectionString, made);
  return made;
}
