import { PrismaPg } from '@prisma/adapter-pg';
import { env } from '#/lib/core/env.ts';
import { connectionSettings, DEFAULT_TIMEOUT_MS, LONG_TIMEOUT_MS } from '#/lib/db/deadline-client.ts';
import { PrismaClient } from '#/lib/db/generated/client.ts';
import { StatementNames } from '#/lib/db/statement-names.ts';

export type Db = PrismaClient;
/** A transaction of the client: what stores and queries take. */
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** Longer than any query may go without a response, which gives connections back. */
const WAIT_FOR_ONE_MS = 10_000;
/** Statements that may take minutes, of one worker at a time. */
const LONG_CONNECTIONS = 4;
const LONGEST_IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Instants are compared in UTC whatever the server's or the role's time zone is. Nobody waits for a lock, or sits in an
 * open transaction, so long that others can't have a connection; what a connection held that went silent is free again
 * when its query is given up.
 */
const sessionOf = (timeoutMs: number) =>
  [
    'TimeZone=UTC',
    'lock_timeout=5s',
    `idle_in_transaction_session_timeout=${Math.min(timeoutMs, LONGEST_IDLE_IN_TRANSACTION_MS)}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

/**
 * A client of its own on this database; the caller disconnects it. A query without a response in `timeoutMs` is rejected
 * and its connection destroyed: whether it was done is not known then.
 */
export function connect(connectionString: string, max: number, timeoutMs = DEFAULT_TIMEOUT_MS): Db {
  const names = new StatementNames();
  const adapter = new PrismaPg(
    {
      ...connectionSettings(connectionString, sessionOf(timeoutMs), timeoutMs),
      max,
      connectionTimeoutMillis: WAIT_FOR_ONE_MS,
    },
    { statementNameGenerator: ({ sql }) => names.nameOf(sql) },
  );
  const client = new PrismaClient({ adapter });
  addresses().set(client, { connectionString, timeoutMs });
  return client;
}

/** Where this client is connected to, for what needs a connection of another kind to the same database. */
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

/** The process's one client: Next's bundles and the plain server share it through the global object. */
export function db(): Db {
  shared.timerServiceDb ??= connect(env().DATABASE_URL, env().DATABASE_POOL, env().DATABASE_TIMEOUT_MS);
  return shared.timerServiceDb;
}

/**
 * A client for the work of workers whose statements may take minutes, such as to add up what has changed or to delete
 * what is old. A connection of it that goes silent is noticed as late, so nothing that others wait for goes by it.
 */
export function longDb(): Db {
  shared.timerServiceLongDb ??= connect(env().DATABASE_URL, LONG_CONNECTIONS, LONG_TIMEOUT_MS);
  return shared.timerServiceLongDb;
}
