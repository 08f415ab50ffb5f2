import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { endWhenKilled } from '#/bench/processes/clean-up.ts';
import { chooseOsUser } from '#/scripts/database/os-user.ts';
import { freePort } from '#/scripts/free-port.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of Debian's server whose client programs are on the PATH: the embedded one lacks them. */
export const INSTALLED = findInstalled();

function findInstalled(): string | null {
  const { stdout, error } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const version = error ? undefined : /\) (\d+)/.exec(stdout)?.[1];
  if (!version || spawnSync(path.join(DEBIAN, version, 'bin/initdb'), ['--version']).error) return null;
  return readdirSync(DEBIAN).includes(version) ? path.join(DEBIAN, version, 'bin') : null;
}

/** The URL of a database, as the superuser unless another user is given; nobody needs a password. */
export type UrlOf = (database: string, user?: string) => string;

/** A server of the installed PostgreSQL, which ends with the test. */
export async function startInstalled(bin: string): Promise<UrlOf> {
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-installed-'));
  // As root, Postgres runs as another user, who needs access to create the folder.
  chmodSync(home, 0o777);
  const data = path.join(home, 'data');
  const program = (name: string) => path.join(bin, name);
  const user = chooseOsUser(data, program('postgres'));
  const init = user.launch(program('initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
  ]);
  const created = spawnSync(init.command, init.args, { ...init.options, encoding: 'utf8' });
  if (created.status !== 0) throw new Error(created.stderr);
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const launch = user.launch(program('postgres'), ['-D', data, '-p', String(port), ...settings]);
  const child = spawn(launch.command, launch.args, { ...launch.options, stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  const callOff = endWhenKilled(child.pid as number, home);
  onTestFinished(async () => {
    child.kill('SIGINT');
    await ended;
    callOff();
    rmSync(home, { recursive: true, force: true });
  });
  const url: UrlOf = (database, user = 'postgres') => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  await until('the installed PostgreSQL accepts connections', PATIENCE_MS, async () => {
    const client = new pg.Client({ connectionString: url('postgres') });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return url;
}
