import { PrismaPg } from '@prisma/adapter-pg';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';
import { LONG_CONNECTIONS } from '#/lib/db/connection-limits.ts';
import {
  connectionSettings,
  DEFAULT_TIMEOUT_MS,
  pooledConnectionSettings,
  SLOW_PART,
} from '#/lib/db/deadline-client.ts';
import { PrismaClient } from '#/lib/db/generated/client.ts';
import { StatementNames } from '#/lib/db/statement-names.ts';

export type Db = PrismaClient;
/** A transaction of the client: what stores and queries take. */
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Longer than any query may go without a response, which gives connections back. */
const WAIT_FOR_ONE_MS = 10_000;
const LONGEST_IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Instants are compared in UTC whatever the server's or the role's time zone is. Nobody waits for a lock, or sits in an
 * open transaction, so long that others can't have a connection; what a connection held that went silent is free again
 * when its query is given up. Nothing is compiled: that takes longer than any statement of ours gains by it.
 */
const sessionOf = (timeoutMs: number, statementTimeoutMs: number) =>
  [
    'TimeZone=UTC',
    'lock_timeout=5s',
    'jit=off',
    `statement_timeout=${statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${Math.min(timeoutMs, LONGEST_IDLE_IN_TRANSACTION_MS)}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

type ConnectOptions = {
  /** How long a query may go without a response. */
  timeoutMs?: number;
  /** For how long the server works on a statement; somewhat less than that, unless given. */
  statementTimeoutMs?: number;
  /** A pooler before the database, in transaction mode. Sessions there have the settings that it gives them (pooler.ts). */
  poolerUrl?: string | undefined;
};

/**
 * A client of its own on this database; the caller disconnects it. What is slow the server ends first, and says so; a
 * query without a response in `timeoutMs` is rejected and its connection destroyed: whether it was done is not known then.
 */
export function connect(connectionString: string, max: number, options: ConnectOptions = {}): Db {
  const { timeoutMs: silentMs = DEFAULT_TIMEOUT_MS, statementTimeoutMs, poolerUrl } = options;
  const slowMs = statementTimeoutMs ?? Math.round(silentMs * SLOW_PART);
  const timeoutMs = statementTimeoutMs ? Math.max(silentMs, Math.ceil(slowMs / SLOW_PART)) : silentMs;
  const settings = poolerUrl
    ? pooledConnectionSettings(poolerUrl, timeoutMs)
    : connectionSettings(connectionString, sessionOf(timeoutMs, slowMs), timeoutMs);
  const names = new StatementNames();
  const adapter = new PrismaPg(
    { ...settings, max, connectionTimeoutMillis: WAIT_FOR_ONE_MS },
    // What one session has prepared, the next one doesn't know.
    poolerUrl ? {} : { statementNameGenerator: ({ sql }) => names.nameOf(sql) },
  );
  const client = new PrismaClient({ adapter });
  addresses().set(client, { connectionString, timeoutMs });
  return client;
}

/** The database of this client itself, for what needs a connection of another kind to it. */
export function connectionStringOf(db: Db): string {
  return addressOf(db).connectionString;
}

/** How long a query of this client may go without a response. */
export function timeoutMsOf(db: Db): number {
  return addressOf(db).timeoutMs;
}

function addressOf(db: Db): Address {
  const address = addresses().get(db);
  if (!address) throw new Error('This client was not made by connect().');
  return address;
}

type Address = { connectionString: string; timeoutMs: number };
const shared = globalThis as {
  timerServiceDb?: Db;
  timerServiceLongDb?: Db;
  timerServiceAddresses?: WeakMap<Db, Address>;
};

/** Of all copies of this file, as the client itself is. */
function addresses(): WeakMap<Db, Address> {
  shared.timerServiceAddresses ??= new WeakMap();
  return shared.timerServiceAddresses;
}

/**
 * The one client of a web process: Next's bundles and the plain server share it through the global object. It goes by the
 * pooler, if there is one.
 */
export function db(): Db {
  const { DATABASE_URL, DATABASE_POOL, DATABASE_TIMEOUT_MS: timeoutMs, DATABASE_POOLER_URL: poolerUrl } = env();
  shared.timerServiceDb ??= connect(DATABASE_URL, DATABASE_POOL, { timeoutMs, poolerUrl });
  return shared.timerServiceDb;
}

/**
 * A client for the work of workers whose statements may take minutes, such as to add up what has changed or to delete
 * what is old. A connection of it that goes silent is noticed as late, so nothing that others wait for goes by it.
 */
export function longDb(): Db {
  const { DATABASE_URL, JOB_TIMEOUT_SECONDS } = env();
  shared.timerServiceLongDb ??= connect(DATABASE_URL, LONG_CONNECTIONS, {
    statementTimeoutMs: JOB_TIMEOUT_SECONDS * SECOND_MS,
  });
  return shared.timerServiceLongDb;
}
