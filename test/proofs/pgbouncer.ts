import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { endWhenKilled } from '#/bench/processes/clean-up.ts';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { afterFile } from '#/test/after-file.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

/** `PGBOUNCER` names a program that is not in the path. */
const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';
const FILE = 'ops/pgbouncer/pgbouncer.ini';

/** Debian: `apt-get install pgbouncer`. Optional. */
export const HAS_PGBOUNCER = spawnSync(PROGRAM, ['--version']).status === 0;

export type Pgbouncer = {
  /** Of the same database, through the pooler, with the password of its list of users. */
  readonly url: string;
  /** Its sessions of the database, and its active or waiting clients. */
  counts: () => Promise<{ sessions: number; clients: number }>;
  /** Kills it outright, as a crash does. */
  kill: () => Promise<void>;
  /** Starts it again on the same port. */
  start: () => Promise<void>;
  /** Writes another password to its list of users, which it reads when it starts. */
  setPassword: (password: string) => void;
};

/** The configuration file, as changed by a test. */
type Edit = (ini: string) => string;

/** PgBouncer before this database, configured by the file for operators. Ends with the file's tests. */
export async function startPgbouncer(
  databaseUrl: string,
  sessions: number,
  edit: Edit = (ini) => ini,
): Promise<Pgbouncer> {
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-pgbouncer-'));
  // As root, it runs as another user, who needs to read its files.
  chmodSync(home, 0o755);
  const { hostname, port, pathname, username, password: first } = new URL(databaseUrl);
  const users = path.join(home, 'users.txt');
  let password: string;
  const setPassword = (next: string) => {
    password = next;
    writeFileSync(users, `"${username}" "${password}"\n`);
  };
  setPassword(decodeURIComponent(first));
  const ownPort = await freePort();
  const settings: Record<string, string> = {
    DATABASE_NAME: pathname.slice(1),
    DATABASE_HOST: hostname,
    DATABASE_PORT: port,
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: String(ownPort),
    USERS_FILE: users,
    POOL_SIZE: String(sessions),
  };
  const filled = readFileSync(path.join(ROOT, FILE), 'utf8').replaceAll(
    /\$\{(\w+)\}/g,
    (_all, name) => settings[name] ?? '',
  );
  const ini = path.join(home, 'pgbouncer.ini');
  writeFileSync(ini, `${edit(filled)}\nstats_users = ${username}\n`);
  const address = (database: string) =>
    Object.assign(new URL(databaseUrl), { port: ownPort, pathname: `/${database}`, password }).href;
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let end: () => Promise<void>;
  const start = async () => {
    const child = spawn(PROGRAM, [...asRoot, ini], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const callOff = endWhenKilled(child.pid as number, home);
    end = async () => {
      child.kill('SIGKILL');
      await ended;
      callOff();
    };
    await until('PgBouncer accepts connections', PATIENCE_MS, async () => (await ask(address('pgbouncer'))) !== null);
  };
  await start();
  afterFile(async () => {
    await end();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    get url() {
      return address(settings.DATABASE_NAME as string);
    },
    counts: async () => {
      const rows = (await ask(address('pgbouncer'))) ?? [];
      const sum = (prefix: string) =>
        rows
          .filter(({ database }) => database === settings.DATABASE_NAME)
          .reduce((all, row) => all + sumOf(row, prefix), 0);
      return { sessions: sum('sv_'), clients: sum('cl_') };
    },
    kill: () => end(),
    start,
    setPassword,
  };
}

type Row = Record<string, string>;

/** A query on its console; null while that can't be reached. */
async function ask(url: string): Promise<Row[] | null> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>('show pools')).rows;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

function sumOf(row: Row, prefix: string): number {
  return Object.entries(row).reduce((sum, [name, value]) => sum + (name.startsWith(prefix) ? Number(value) : 0), 0);
}
