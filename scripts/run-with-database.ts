import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSupervisorEnv } from '#/lib/core/env.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { keepSecrets, makeDataFolder } from '#/scripts/database/secrets.ts';
import { openServiceDatabase } from '#/scripts/database/service-database.ts';
import { DATA_FOLDER, ROOT } from '#/scripts/project.ts';
import { isForPeople, StartError } from '#/scripts/start-error.ts';
import { lockFolder } from '#/scripts/supervisor/folder-lock.ts';
import { folderInUse, readEnvFile } from '#/scripts/supervisor/prepare.ts';

// Runs a TypeScript script (first argument) with the database up, migrated and in DATABASE_URL. A script that exports
// a default function gets the remaining arguments; its promise is awaited before the database is closed. One that
// exports `unmigrated = true` gets the database as it is.

type Script = { default?: (args: string[]) => unknown; unmigrated?: boolean };
type Database = { url: string; close: () => Promise<void> };

const [file, ...args] = process.argv.slice(2);
let database: Database | undefined;
// Ctrl-C ends the script, and the database cleanly after it.
process.once('SIGINT', () => finish(130));
process.once('SIGTERM', () => finish(143));

try {
  if (!file) throw new StartError('Name a script: node scripts/run.mjs scripts/demo.ts');
  readEnvFile();
  database = await openDatabase();
  await generateClient();
  process.env.DATABASE_URL = database.url;
  const script = (await import(pathToFileURL(path.resolve(ROOT, file)).href)) as Script;
  if (!script.unmigrated) await migrate(database.url);
  await script.default?.(args);
  await finish(0);
} catch (error) {
  console.error(`\n${isForPeople(error) ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  await finish(1);
}

async function finish(code: number): Promise<void> {
  await database?.close().catch(() => {});
  process.exit(code);
}

/** The one of DATABASE_URL, else that of the `npm start` that runs in this folder, else one of our own. */
async function openDatabase(): Promise<Database> {
  const settings = readSupervisorEnv();
  process.env.AUTH_SECRET ||= settings.AUTH_SECRET ?? '';
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, close: async () => {} };
  makeDataFolder(DATA_FOLDER);
  const taken = await lockFolder(DATA_FOLDER, `node scripts/run.mjs ${file}`);
  const secrets = keepSecrets(DATA_FOLDER);
  process.env.AUTH_SECRET ||= secrets.authSecret;
  if ('holder' in taken) {
    if (!taken.holder.databaseUrl) throw folderInUse(taken.holder);
    return { url: taken.holder.databaseUrl, close: async () => {} };
  }
  const { lock } = taken;
  try {
    const say = (line: string) => console.log(`database │ ${line}`);
    const own = await openServiceDatabase({ dataFolder: DATA_FOLDER, password: secrets.databasePassword, say });
    lock.announce({ databaseUrl: own.url });
    return { url: own.url, close: () => own.stop().then(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}
