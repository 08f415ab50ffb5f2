import { readdirSync } from 'node:fs';
import path from 'node:path';

let names: readonly string[] | undefined;

/**
 * The migrations of this version, in order, read once. From the working directory, since Next moves this file into a
 * bundle.
 */
export function migrationNames(): readonly string[] {
  names ??= readdirSync(path.join(/* turbopackIgnore: true */ process.cwd(), 'prisma/migrations'), {
    withFileTypes: true,
  })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names;
}
