import { PrismaPg } from '@prisma/adapter-pg';
import { env } from '#/lib/core/env.ts';
import { PrismaClient } from '#/lib/db/generated/client.ts';
import { StatementNames } from '#/lib/db/statement-names.ts';

export type Db = PrismaClient;
/** A transaction of the client: what stores and queries take. */
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/**
 * Instants are compared in UTC whatever the server's or the role's time zone is. Nobody waits for a lock, or sits in an
 * open transaction, so long that others can't have a connection.
 */
const SESSION = '-c TimeZone=UTC -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s';
const CONNECT_TIMEOUT_MS = 10_000;

/** A client of its own on this database; the caller disconnects it. */
export function connect(connectionString: string, max: number): Db {
  const names = new StatementNames();
  const adapter = new PrismaPg(
    {
      connectionString,
      max,
      options: SESSION,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    },
    { statementNameGenerator: ({ sql }) => names.nameOf(sql) },
  );
  const client = new PrismaClient({ adapter });
  addresses().set(client, connectionString);
  return client;
}

/** Where this client is connected to, for what needs a connection of another kind to the same database. */
export function connectionStringOf(db: Db): string {
  const address = addresses().get(db);
  if (!address) throw new Error('This client was not made by connect().');
  return address;
}

const shared = globalThis as { timerServiceDb?: Db; timerServiceAddresses?: WeakMap<Db, string> };

/** Of all copies of this file, as the client itself is. */
function addresses(): WeakMap<Db, string> {
  shared.timerServiceAddresses ??= new WeakMap();
  return shared.timerServiceAddresses;
}

/** The process's one client: Next's bundles and the plain server share it through the global object. */
export function db(): Db {
  shared.timerServiceDb ??= connect(env().DATABASE_URL, env().DATABASE_POOL);
  return shared.timerServiceDb;
}
