import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#/scripts/start-error.ts';

/** The secrets of this folder's service. */
export type Secrets = { authSecret: string; databasePassword: string };

/** The secrets under the data folder; generated at the first start, readable by their owner only. */
export function keepSecrets(dataFolder: string): Secrets {
  const file = path.join(dataFolder, 'secrets.json');
  if (existsSync(file)) return readSecrets(file);
  const secrets = { authSecret: random(), databasePassword: random() };
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** Creates the data folder, or throws a readable error when it cannot be written. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = path.join(folder, '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOSPC' ? 'there is no space left' : `the user who runs this may not write there (${code})`;
    throw new StartError(`The data folder ${folder} cannot be used: ${why}. Correct that and start again.`, error);
  }
}

function readSecrets(file: string): Secrets {
  try {
    const { authSecret, databasePassword } = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
    if (authSecret && databasePassword) return { authSecret, databasePassword };
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as Error).message}). Put it back from a backup.`, error);
  }
  throw new StartError(`${file} is incomplete. Put it back from a backup.`);
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
