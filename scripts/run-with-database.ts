import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '#/lib/db/migrate.ts';
import { placeOf } from '#/lib/db/migrate-errors.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { openForScript, type ScriptDatabase } from '#/scripts/database/open-for-script.ts';
import { DATA_FOLDER, ROOT } from '#/scripts/project.ts';
import { isForPeople, StartError } from '#/scripts/start-error.ts';
import { readEnvFile } from '#/scripts/supervisor/prepare.ts';

// Runs a TypeScript script (first argument) with the database up, migrated and in DATABASE_URL. A script that exports a
// default function gets the remaining arguments; its promise is awaited before the database is closed. One that exports
// `unmigrated = true` gets the database without migrations; one that exports `alone = true` runs only while no other
// process of ours works in this folder; `existing = true` gets no new database.

type Script = { default?: (args: string[]) => unknown; unmigrated?: boolean; alone?: boolean; existing?: boolean };

const [file, ...args] = process.argv.slice(2);
let opening: Promise<ScriptDatabase> | undefined;
let finishing: Promise<never> | undefined;
// Ctrl-C ends the script, and the database cleanly after it. One Ctrl-C arrives more than once (terminal, npm, the
// launching Node); the later ones must not end this process before the database.
process.on('SIGINT', () => finish(130));
process.on('SIGTERM', () => finish(143));

try {
  if (!file) throw new StartError('Name a script: node scripts/run.mjs scripts/demo.ts');
  readEnvFile();
  await generateClient();
  const script = (await import(pathToFileURL(path.resolve(ROOT, file)).href)) as Script;
  const name = `node scripts/run.mjs ${file}`;
  const { alone: isAlone = false, existing: isExisting = false } = script;
  opening = openForScript({ dataFolder: DATA_FOLDER, name, isAlone, isExisting });
  const database = await opening;
  const place = placeOf(database.url);
  console.log(`Database: ${place.database} at ${place.host}`);
  process.env.DATABASE_URL = database.url;
  process.env.AUTH_SECRET ||= database.authSecret;
  if (!script.unmigrated) await migrate(database.url);
  await script.default?.(args);
  await finish(0);
} catch (error) {
  // Errors of the script after its database has stopped are expected.
  if (finishing) await finishing;
  console.error(`\n${isForPeople(error) ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  await finish(1);
}

function finish(code: number): Promise<never> {
  finishing ??= closeAndExit(code);
  return finishing;
}

/** Waits for a database that is still starting: otherwise it would outlive this process. */
async function closeAndExit(code: number): Promise<never> {
  const database = await opening?.catch(() => undefined);
  await database?.close().catch(() => {});
  process.exit(code);
}
