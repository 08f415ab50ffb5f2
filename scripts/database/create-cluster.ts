import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OsUser } from '#/scripts/database/os-user.ts';
import type { Programs } from '#/scripts/database/programs.ts';
import { StartError } from '#/scripts/start-error.ts';

/** The PostgreSQL version in the package; it cannot open a data folder of another major version. */
const MAJOR = '18';
// The locale is PostgreSQL's own, so that sorting is the same on every machine and survives an upgrade of the system.
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export type NewCluster = {
  /** Data folder to create; its parent must exist. */
  folder: string;
  password: string;
  /** False for throwaway clusters of tests. */
  durable: boolean;
  user: OsUser;
  programs: Programs;
};

/** Whether there is a cluster in the folder. Throws a readable error when it exists and cannot be used. */
export function hasCluster(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const versionFile = path.join(folder, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : null;
  if (version === MAJOR && existsSync(path.join(folder, 'global/pg_control'))) return true;
  if (version !== null && version !== MAJOR) {
    throw new StartError(
      `The data in ${folder} was written by PostgreSQL ${version}, this version of Timer Service brings ${MAJOR}. Export it with the older version, or move the folder away to start empty.`,
    );
  }
  throw new StartError(
    `The data folder ${folder} is damaged (files of PostgreSQL are missing). Restore it from a backup, or move it away to start empty.`,
  );
}

/**
 * Creates a cluster. An interrupted attempt leaves nothing under `folder`: it is created next to it and renamed at the
 * end.
 */
export function createCluster({ folder, password, durable, user, programs }: NewCluster): void {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.ids) {
    chownSync(draft, user.ids.uid, user.ids.gid);
    chownSync(passwordFile, user.ids.uid, user.ids.gid);
  }
  try {
    const auth = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
    const args = [`--pgdata=${draft}`, ...auth, ...LOCALE, ...(durable ? [] : ['--no-sync'])];
    const { command, args: full, options } = user.launch(programs.initdb, args);
    const done = spawnSync(command, full, { ...options, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
    if (done.status !== 0) throw initError(folder, `${done.stderr ?? ''}${done.error?.message ?? ''}`);
    renameSync(draft, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

function initError(folder: string, output: string): StartError {
  if (/No space left/.test(output)) {
    return new StartError(`There is no space left for the database in ${folder}. Free some and start again.`);
  }
  const reason = /error: (.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
  return new StartError(`The database in ${folder} cannot be made: ${reason}. Correct that, or set DATABASE_URL.`);
}
