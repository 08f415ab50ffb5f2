import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { checksumFile, checksumLine } from '#/scripts/backup/checksum.ts';
import { requireTool, runTool } from '#/scripts/backup/postgres-tools.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

/** Without migrating: a backup before an upgrade is of the previous version. */
export const unmigrated = true;
/** A backup of a new database would be empty. */
export const existing = true;

const MB = 1024 * 1024;
/** Errors of file systems without hard links: FAT, some shared folders. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

/**
 * `npm run backup [-- FILE]`: writes a snapshot of the whole database into one file, while the service runs, with its
 * checksum next to it. A file gets its name only once it is complete, and none is overwritten.
 */
export default async function backup([given]: string[]): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL ?? '';
  const file = path.resolve(given ?? path.join(ROOT, 'backups', `timers-${stampOf(new Date())}.dump`));
  if (existsSync(file) || existsSync(checksumFile(file))) throw alreadyThere(file);
  await requireTool('pg_dump', databaseUrl);
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  try {
    // It contains every secret of every workspace.
    closeSync(openSync(partial, 'wx', 0o600));
    await runTool('pg_dump', databaseUrl, ['--format=custom', '--no-password', '--file', partial]);
    flush(partial);
    const line = await checksumLine(partial, path.basename(file));
    publish(partial, file);
    writeFileSync(checksumFile(file), line, { flag: 'wx', mode: 0o600 });
  } finally {
    rmSync(partial, { force: true });
  }
  console.log(`${file} (${(statSync(file).size / MB).toFixed(1)} MB), with its checksum beside it.`);
  console.log('AUTH_SECRET is not in it (in .data/secrets.json unless you set it): keep it too, and elsewhere.');
}

/** A hard link fails if the name is taken, unlike renaming. */
function publish(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere(file);
    if (!NO_LINKS.has(code)) throw error;
    throw new StartError(
      `The file system of ${path.dirname(file)} has no hard links (${code}), by which a backup gets its name. Write it to another one, and copy it from there.`,
      error,
    );
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function alreadyThere(file: string): StartError {
  return new StartError(`${file} is there already, and backups are not overwritten. Give another name.`);
}

/** 20261126T091500Z */
function stampOf(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}
