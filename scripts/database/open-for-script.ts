import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSupervisorEnv } from '#/lib/core/env.ts';
import { keepSecrets, makeDataFolder } from '#/scripts/database/secrets.ts';
import { openServiceDatabase } from '#/scripts/database/service-database.ts';
import { StartError } from '#/scripts/start-error.ts';
import { findHolder, lockFolder } from '#/scripts/supervisor/folder-lock.ts';
import { folderInUse, stopFirst } from '#/scripts/supervisor/prepare.ts';

export type ScriptDatabase = { url: string; authSecret: string; close: () => Promise<void> };

export type ScriptDatabaseOptions = {
  dataFolder: string;
  /** The command of this script, shown to processes that find the folder locked by it. */
  name: string;
  /** Whether the script needs the database alone. */
  isAlone: boolean;
  /** Whether the script is for existing data, so that a new database would be wrong. */
  isExisting?: boolean;
};

/**
 * The database of DATABASE_URL, else that of the `npm start` that runs in this folder, else one of our own. If
 * DATABASE_URL is set and nothing has ever been started in this folder, nothing is written there.
 */
export async function openForScript({
  dataFolder,
  name,
  isAlone,
  isExisting = false,
}: ScriptDatabaseOptions): Promise<ScriptDatabase> {
  const { DATABASE_URL: given, AUTH_SECRET } = readSupervisorEnv();
  if (given && (!isAlone || !existsSync(dataFolder)))
    return { url: given, authSecret: AUTH_SECRET ?? '', close: async () => {} };
  if (!given && isExisting) await rejectNew(dataFolder);
  makeDataFolder(dataFolder);
  const taken = await lockFolder(dataFolder, name);
  if ('holder' in taken) {
    if (isAlone) throw stopFirst(taken.holder);
    if (!taken.holder.databaseUrl) throw folderInUse(taken.holder);
    const authSecret = AUTH_SECRET ?? keepSecrets(dataFolder).authSecret;
    return { url: taken.holder.databaseUrl, authSecret, close: async () => {} };
  }
  const { lock } = taken;
  try {
    const authSecret = AUTH_SECRET ?? keepSecrets(dataFolder).authSecret;
    if (given) return { url: given, authSecret, close: async () => lock.release() };
    const log = (line: string) => console.log(`database │ ${line}`);
    const own = await openServiceDatabase({ dataFolder, password: keepSecrets(dataFolder).databasePassword, log });
    lock.announce({ databaseUrl: own.url });
    return { url: own.url, authSecret, close: () => own.stop().then(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Fails if this folder has no database: then the service's is elsewhere, and its settings are not in the environment.
 */
async function rejectNew(dataFolder: string): Promise<void> {
  if (existsSync(path.join(dataFolder, 'postgres')) || (await findHolder(dataFolder))) return;
  throw new StartError(
    'There is no database in this folder, and DATABASE_URL is not set. Set it to that of the service, such as: (set -a; . /etc/timer-service/environment; npm run …)',
  );
}
