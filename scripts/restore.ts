import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#/lib/db/migrate.ts';
import { verifyChecksum } from '#/scripts/backup/checksum.ts';
import { requireTool, runTool } from '#/scripts/backup/postgres-tools.ts';
import { prepareRestored } from '#/scripts/backup/prepare-restored.ts';
import {
  createBeside,
  dropDatabase,
  findTarget,
  rejectSessions,
  swapDatabases,
} from '#/scripts/backup/target-database.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { StartError } from '#/scripts/start-error.ts';

/** Without migrating: the current content is replaced as a whole, or is empty. */
export const unmigrated = true;
/** Under a running service the database can't be replaced. */
export const alone = true;

const USAGE = 'Use: npm run restore -- FILE [--replace NAME_OF_THE_DATABASE]';
const MAX_JOBS = 4;

/**
 * `npm run restore -- FILE`: replaces the database of DATABASE_URL with a backup, and puts the engine on hold there.
 * The database has to be empty unless `--replace` names it. Restores into a second database, which gets the name at the
 * end in one transaction: until then nothing has changed, and no client ever sees it half restored or without the hold.
 * The previous database is kept under another name.
 */
export default async function restore(args: string[]): Promise<void> {
  const { file, replace } = readArguments(args);
  const url = process.env.DATABASE_URL ?? '';
  const hasChecksum = await verifyChecksum(file);
  if (!hasChecksum) console.log(`There is no checksum beside ${file}: whether it is complete shows by restoring it.`);
  await onServer(maintenance(url), async (server) => {
    await requireTool('pg_restore', maintenance(url));
    const target = await findTarget(server, url);
    if (!target.isEmpty && replace !== target.name) {
      throw new StartError(
        `The database ${target.name} is not empty. To put the backup in its place, and keep it under another name: npm run restore -- ${file} --replace ${target.name}`,
      );
    }
    await rejectSessions(server, target.name);
    const beside = `${target.name}_restoring`;
    const besideUrl = await createBeside(server, target, url);
    try {
      await fill(besideUrl, file);
      const kept = await swapDatabases(server, target);
      if (kept) console.log(`What was there is kept as the database ${kept}. Drop it once you no longer need it.`);
    } catch (error) {
      await dropDatabase(server, beside).catch((reason: Error) =>
        console.error(`The database ${beside} could not be dropped: ${reason.message}. The next restore does it.`),
      );
      throw error;
    }
    console.log(`${target.name} is restored, and its engine on hold: nothing fires and nothing is sent.`);
    console.log('Start the service with the AUTH_SECRET of the backup, look at what waits: npm run engine -- status');
  });
}

function readArguments(args: string[]): { file: string; replace: string | undefined } {
  try {
    const options = { replace: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new Error('Give one file.');
    return { file: path.resolve(file), replace: values.replace };
  } catch (error) {
    throw new StartError(`${(error as Error).message} ${USAGE}`, error);
  }
}

/** Any database of the server but the one being replaced. */
function maintenance(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  return url.href;
}

/** Everything that has to be done before anyone may use the database. */
async function fill(url: string, file: string): Promise<void> {
  const jobs = Math.min(MAX_JOBS, availableParallelism());
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', '--no-password', `--jobs=${jobs}`, file];
  await runTool('pg_restore', url, args);
  await migrate(url);
  await onServer(url, (client) => prepareRestored(client, `restored from ${path.basename(file)}`));
}
