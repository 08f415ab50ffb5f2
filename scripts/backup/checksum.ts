import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '#/scripts/start-error.ts';

/** The path of a file's checksum, as `sha256sum --check` reads it. */
export function checksumFile(file: string): string {
  return `${file}.sha256`;
}

/** The line of a checksum file. */
export async function checksumLine(file: string, name = path.basename(file)): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `${hash.digest('hex')}  ${name}\n`;
}

/** Fails with a message when the file has changed. Returns false without a checksum to compare. */
export async function verifyChecksum(file: string): Promise<boolean> {
  if (!existsSync(file)) throw new StartError(`There is no ${file}. Give the path of a backup.`);
  if (!existsSync(checksumFile(file))) return false;
  const [wanted] = readFileSync(checksumFile(file), 'utf8').split(/\s/, 1);
  const [found] = (await checksumLine(file)).split(/\s/, 1);
  if (wanted === found) return true;
  throw new StartError(
    `${file} is damaged or incomplete: its checksum is not that of ${checksumFile(file)}. Use another copy.`,
  );
}
