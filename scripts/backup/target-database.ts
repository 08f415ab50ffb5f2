import pg from 'pg';
import { StartError } from '#/scripts/start-error.ts';

/** The database that a backup replaces. `isThere` is false if the server has none of that name. */
export type Target = { name: string; isThere: boolean; isEmpty: boolean };

type Server = pg.Client;

/** PostgreSQL truncates longer names. */
const MAX_NAME = 63;

/** The database of DATABASE_URL, and whether it contains anything. */
export async function findTarget(server: Server, databaseUrl: string): Promise<Target> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) return { name, isThere: false, isEmpty: true };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
    );
    return { name, isThere: true, isEmpty: rows[0]?.count === 0 };
  } finally {
    await client.end();
  }
}

/** Fails while a client is connected, since the final rename would fail then. */
export async function rejectSessions(server: Server, name: string): Promise<void> {
  const { rows } = await server.query<{ who: string }>(
    `select distinct coalesce(nullif(application_name, ''), 'unnamed') || ' (' || coalesce(host(client_addr), 'local') || ')'
       as who
     from pg_stat_activity where datname = $1 and backend_type = 'client backend' order by who limit 10`,
    [name],
  );
  if (rows.length === 0) return;
  throw new StartError(
    `The database ${name} is in use by ${rows.map(({ who }) => who).join(', ')}. Stop all web processes and workers, and whatever else is connected, and try again.`,
  );
}

/** Creates an empty database with the encoding and locale of the target, and returns its URL. */
export async function createBeside(server: Server, { name, isThere }: Target, databaseUrl: string): Promise<string> {
  const beside = `${name}_restoring`;
  if (Buffer.byteLength(`${name}_before_restore_20260101000000`) > MAX_NAME) {
    throw new StartError(
      `The name ${name} is too long to keep the database beside it. Restore by hand with pg_restore.`,
    );
  }
  // Left by a killed attempt. If one is still running it has sessions there, and this fails.
  await dropDatabase(server, beside);
  const like = isThere ? await localeOf(server, name) : '';
  try {
    await server.query(`create database ${pg.escapeIdentifier(beside)} template template0 ${like}`);
  } catch (error) {
    throw new StartError(
      `The database ${beside}, in which the backup is restored, can't be made: ${(error as Error).message}. The user of DATABASE_URL needs the right CREATEDB.`,
      error,
    );
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(beside)}`;
  return url.href;
}

/** As clauses of CREATE DATABASE. Columns differ by version. */
async function localeOf(server: Server, name: string): Promise<string> {
  const { rows } = await server.query<{ it: Record<string, string | null>; encoding: string }>(
    'select to_json(pg_database) as it, pg_encoding_to_char(encoding) as encoding from pg_database where datname = $1',
    [name],
  );
  const { it, encoding } = rows[0] as (typeof rows)[number];
  const text = (value: string | null | undefined) => pg.escapeLiteral(value ?? '');
  const own = it.datlocale ?? it.daticulocale;
  const provider = {
    i: `locale_provider icu icu_locale ${text(own)}`,
    b: `locale_provider builtin builtin_locale ${text(own)}`,
  };
  return [
    `encoding ${text(encoding)} lc_collate ${text(it.datcollate)} lc_ctype ${text(it.datctype)}`,
    provider[it.datlocprovider as keyof typeof provider] ?? 'locale_provider libc',
  ].join(' ');
}

/**
 * Gives the restored database the target's name, in one transaction, which fails if a client is connected to either.
 * Returns the name under which the previous one is kept; null if that was empty and was dropped.
 */
export async function swapDatabases(server: Server, { name, isThere, isEmpty }: Target): Promise<string | null> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const before = `${name}_before_restore_${stamp}`;
  const rename = (from: string, to: string) =>
    server.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`);
  try {
    await server.query('begin');
    if (isThere) await rename(name, before);
    await rename(`${name}_restoring`, name);
    await server.query('commit');
  } catch (error) {
    await server.query('rollback');
    throw new StartError(
      `The restored database could not get the name ${name}: ${(error as Error).message}. Nothing has changed. Stop what is connected and try again.`,
      error,
    );
  }
  if (!isThere || !isEmpty) return isThere ? before : null;
  await dropDatabase(server, before);
  return null;
}

export async function dropDatabase(server: Server, name: string): Promise<void> {
  await server.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
}
