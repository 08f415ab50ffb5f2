/** A database that cannot be brought up to date. `message` is one sentence or two for a person, with the next step. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
  }
}

/** The tables are those of a newer version, as after a rollback: retrying with this version is pointless. */
export class NewerTablesError extends MigrationError {}

type PgError = Error & { code?: string; errors?: PgError[] };
type Place = { host: string; database: string; user: string };

/** Why a connection failed, as a message. Never repeats the password. */
export function connectionError(error: unknown, databaseUrl: string): MigrationError {
  const place = placeOf(databaseUrl);
  const code = codeOf(error);
  const text = CONNECTION[code]?.(place) ?? `The database at ${place.host} can’t be used: ${messageOf(error)}.`;
  return new MigrationError(text, error);
}

const CONNECTION: Record<string, (place: Place) => string> = {
  ECONNREFUSED: ({ host }) => `No database is responding at ${host}. Start it, or correct DATABASE_URL.`,
  ENOTFOUND: ({ host }) => `The database host ${host} is not known. Correct the host in DATABASE_URL.`,
  EAI_AGAIN: ({ host }) => `The database host ${host} can’t be looked up now. Check the network, or DATABASE_URL.`,
  ETIMEDOUT: ({ host }) => `The database at ${host} isn’t responding in time. Check the network, or DATABASE_URL.`,
  EHOSTUNREACH: ({ host }) => `The database host ${host} can’t be reached. Check the network, or DATABASE_URL.`,
  ECONNRESET: ({ host }) => `The server at ${host} is not PostgreSQL. Correct the host and port in DATABASE_URL.`,
  '28P01': ({ host, user }) => `The database at ${host} rejects the password of user "${user}". Correct DATABASE_URL.`,
  '28000': ({ host, user }) => `The database at ${host} does not let user "${user}" in. Correct DATABASE_URL.`,
  '3D000': ({ host, database }) =>
    `The database server at ${host} has no database "${database}". Create it (createdb ${database}), or correct DATABASE_URL.`,
  '42501': ({ database, user }) =>
    `User "${user}" may not connect to database "${database}". Grant it: GRANT CONNECT ON DATABASE "${database}" TO "${user}".`,
  '53300': ({ host }) => `The database at ${host} has no connection left. Close some, or raise max_connections.`,
  '57P03': ({ host }) => `The database at ${host} is starting up or shutting down. Try again in a moment.`,
};

/** Why a migration's SQL failed, as a message. The transaction is rolled back completely. */
export function statementError(error: unknown, migration: string, databaseUrl: string): MigrationError {
  const { database, user } = placeOf(databaseUrl);
  const text = messageOf(error);
  if (/extension "btree_gist"/.test(text) && codeOf(error) !== '42501') {
    return new MigrationError(
      'The database server lacks the extension btree_gist. Install the "contrib" package of PostgreSQL there.',
      error,
    );
  }
  if (/btree_gist/.test(text)) {
    return new MigrationError(
      `User "${user}" may not create the extension btree_gist. Let an administrator run CREATE EXTENSION btree_gist in database "${database}", or GRANT CREATE ON DATABASE "${database}" TO "${user}".`,
      error,
    );
  }
  if (codeOf(error) === '42501') {
    return new MigrationError(
      `User "${user}" may not change the tables of database "${database}" (${text}). Make it the owner: ALTER DATABASE "${database}" OWNER TO "${user}".`,
      error,
    );
  }
  if (codeOf(error) === '55P03') {
    return new MigrationError(
      `Migration ${migration} didn't get its locks: a transaction holds a table of database "${database}" for minutes. Find it in pg_stat_activity, end it, and start again. Nothing was changed.`,
      error,
    );
  }
  return new MigrationError(
    `Migration ${migration} failed and was rolled back: ${text}. Nothing was changed by it; correct the cause and start again.`,
    error,
  );
}

/** Host with port, database and user of an address, without its password. */
/** The server, database and user of a connection string, without the password. `host` includes the port. */
export function placeOf(databaseUrl: string): Place {
  const url = new URL(databaseUrl);
  return {
    host: `${url.hostname || 'localhost'}:${url.port || '5432'}`,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
  };
}

/** Node reports a host with two addresses as an AggregateError; the first inner error says what happened. */
function innermost(error: unknown): PgError {
  const outer = error as PgError;
  return outer.errors?.[0] ?? outer;
}

function codeOf(error: unknown): string {
  const inner = innermost(error);
  if (inner.code) return inner.code;
  // pg sets no code for these two.
  if (/timeout expired/.test(inner.message)) return 'ETIMEDOUT';
  return /terminated unexpectedly/.test(inner.message) ? 'ECONNRESET' : '';
}

function messageOf(error: unknown): string {
  return innermost(error).message.trim().replace(/\.$/, '');
}
