import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#/scripts/start-error.ts';

type Ids = { uid: number; gid: number };
/** A command line and the options of `child_process.spawn` that run it as the database's user. */
export type Launch = { command: string; args: string[]; options: { cwd: string; uid?: number; gid?: number } };
/** Who runs Postgres. `ids` is absent when it is the user who runs this process. */
export type OsUser = { ids?: Ids; launch: (command: string, args: string[]) => Launch };

// Postgres looks up its working directory, which its user must be able to read.
const AT_ROOT = { cwd: path.parse(process.cwd()).root };

/**
 * Postgres does not run as root, so root runs it as an unprivileged account that the system already has: the owner of
 * the data folder, else `postgres`, else `nobody`. No account is created.
 *
 * When that account cannot reach the programs or the data (a parent folder of mode 0700, as `mktemp -d` makes them), it
 * gets the one capability that bypasses folder modes, by `setpriv` of util-linux.
 */
export function chooseOsUser(dataFolder: string, postgresProgram: string): OsUser {
  if (process.getuid?.() !== 0) return { launch: (command, args) => ({ command, args, options: AT_ROOT }) };
  const ids = ownerOf(dataFolder) ?? accountIds('postgres') ?? accountIds('nobody');
  if (!ids) {
    throw new StartError(
      'PostgreSQL refuses to run as root, and this system has neither a user "postgres" nor "nobody". Run this as an ordinary user, or set DATABASE_URL.',
    );
  }
  const plain: OsUser = { ids, launch: (command, args) => ({ command, args, options: { ...AT_ROOT, ...ids } }) };
  if (canPass(path.dirname(dataFolder), ids) && runs(plain, postgresProgram)) return plain;
  const reaching: OsUser = { ids, launch: (command, args) => withFolderAccess(ids, command, args) };
  if (runs(reaching, postgresProgram)) return reaching;
  throw new StartError(
    `PostgreSQL refuses to run as root, and the user it would run as (id ${ids.uid}) cannot reach this folder. Move the project to a folder others may enter (chmod a+x on its parents), run this as an ordinary user, or set DATABASE_URL.`,
  );
}

function ownerOf(folder: string): Ids | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function accountIds(name: string): Ids | undefined {
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}

/** Whether the modes of a folder and of all its parents let this user access it. */
function canPass(folder: string, ids: Ids): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return false;
  const bit = found.uid === ids.uid ? 0o100 : found.gid === ids.gid ? 0o010 : 0o001;
  const parent = path.dirname(folder);
  return (found.mode & bit) !== 0 && (parent === folder || canPass(parent, ids));
}

function runs(user: OsUser, program: string): boolean {
  const { command, args, options } = user.launch(program, ['--version']);
  return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0;
}

function withFolderAccess({ uid, gid }: Ids, command: string, args: string[]): Launch {
  const grant = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // initdb looks for its companions with access(2), which drops the capability of a non-root user unless configured.
  const keep = '--securebits=+no_setuid_fixup';
  const setpriv = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', keep, ...grant, '--', command, ...args];
  return { command: 'setpriv', args: setpriv, options: AT_ROOT };
}
