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
/** A transaction of the client, as stores and queries take it. */
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Longer than any query may go without a response, after which connections are returned. */
const WAIT_FOR_ONE_MS = 10_000;
const MAX_IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Instants are compared in UTC whatever the server's or the role's time zone is. No session waits for a lock, or stays
 * idle in a transaction, so long that others can't get a connection; locks of a silent connection are free again when
 * its query is given up. JIT is off: compiling takes longer than any statement of ours gains by it.
 */
const sessionOf = (timeoutMs: number, statementTimeoutMs: number) =>
  [
    'TimeZone=UTC',
    'lock_timeout=5s',
    'jit=off',
    `statement_timeout=${statementTimeoutMs}`,
    `idle_in_transaction_session_timeout=${Math.min(timeoutMs, MAX_IDLE_IN_TRANSACTION_MS)}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

type ConnectOptions = {
  /** How long a query may go without a response. */
  timeoutMs?: number;
  /** The server's time limit for a statement; somewhat less than that unless set. */
  statementTimeoutMs?: number;
  /** A pooler in front of the database, in transaction mode. It sets the settings of its sessions (pooler.ts). */
  poolerUrl?: string | undefined;
};

/**
 * A separate client of this database; the caller disconnects it. The server cancels slow statements first, with an
 * error; a query without a response in `timeoutMs` is rejected and its connection destroyed, and it is then unknown
 * whether it was executed.
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
    // Statements prepared in one session are unknown in the next.
    poolerUrl ? {} : { statementNameGenerator: ({ sql }) => names.nameOf(sql) },
  );
  const client = new PrismaClient({ adapter });
  addresses().set(client, { connectionString, timeoutMs });
  return client;
}

/** The database of this client, for code that needs another kind of connection to it. */
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

/** Shared by all copies of this file, like the client itself. */
function addresses(): WeakMap<Db, Address> {
  shared.timerServiceAddresses ??= new WeakMap();
  return shared.timerServiceAddresses;
}

/**
 * The one client of a web process: Next's bundles and the plain server share it through the global object. It uses the
 * pooler, if there is one.
 */
export function db(): Db {
  const { DATABASE_URL, DATABASE_POOL, DATABASE_TIMEOUT_MS: timeoutMs, DATABASE_POOLER_URL: poolerUrl } = env();
  shared.timerServiceDb ??= connect(DATABASE_URL, DATABASE_POOL, { timeoutMs, poolerUrl });
  return shared.timerServiceDb;
}

/**
 * A client for the work of workers whose statements may take minutes, such as summing up changes or deleting old rows.
 * A silent connection of it is detected just as late, so it must not be used for work that others wait for.
 */
export function longDb(): Db {
  const { DATABASE_URL, JOB_TIMEOUT_SECONDS } = env();
  shared.timerServiceLongDb ??= connect(DATABASE_URL, LONG_CONNECTIONS, {
    statementTimeoutMs: JOB_TIMEOUT_SECONDS * SECOND_MS,
  });
  return shared.timerServiceLongDb;
}
