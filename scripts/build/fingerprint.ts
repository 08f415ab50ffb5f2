import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

const NOT_SOURCES = /(^|\/)(generated|node_modules)(\/|$)|\.test\.tsx?$/;

/** SHA-256 over names and contents of the given files and folders of the project; absent ones count as absent. */
export function fingerprint(places: string[]): string {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesBelow).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(place: string): string[] {
  const found = statSync(path.join(ROOT, place), { throwIfNoEntry: false });
  if (!found || NOT_SOURCES.test(place)) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(path.join(ROOT, place)).flatMap((name) => filesBelow(`${place}/${name}`));
}

/** Whether the result was made from sources of this fingerprint. */
export function isFresh(marker: string, wanted: string): boolean {
  const file = path.join(ROOT, marker);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

/** Records which sources a result was made from. */
export function markFresh(marker: string, made: string): void {
  writeFileSync(path.join(ROOT, marker), made);
}
