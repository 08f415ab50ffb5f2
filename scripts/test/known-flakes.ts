import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

/** `test/flakes.json`: what is known to fail now and then, why, and until when that is accepted. */
const FILE = 'test/flakes.json';
/** An entry allows at most two weeks to fix a test. */
export const MAX_DAYS = 14;
const DAY_MS = 86_400_000;

const knownFlake = z.strictObject({
  file: z.string().min(1),
  test: z.string().min(1),
  cause: z.string().min(20),
  /** Days as `2026-11-23`; the entry is valid through the second. */
  entered: z.iso.date(),
  expires: z.iso.date(),
});

export type KnownFlake = z.infer<typeof knownFlake>;

/** The entries of `test/flakes.json`. Throws an error with a message for a file in another format. */
export function readKnownFlakes(file = path.join(ROOT, FILE)): KnownFlake[] {
  if (!existsSync(file)) return [];
  const parsed = z.array(knownFlake).safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new StartError(`${FILE} is not as it must be:\n${z.prettifyError(parsed.error)}`);
}

/** What is wrong with the entries on a day (`2026-11-23`): those that have expired, or allow too much time. */
export function problemsOf(known: readonly KnownFlake[], today: string): string[] {
  return known.flatMap(({ file, test, entered, expires }) => {
    const name = `${file} › ${test}`;
    if (expires < today) return [`The entry of ${FILE} expired on ${expires}. Fix the test: ${name}`];
    const days = (Date.parse(expires) - Date.parse(entered)) / DAY_MS;
    if (days > MAX_DAYS) return [`An entry of ${FILE} may last ${MAX_DAYS} days, not ${days}: ${name}`];
    return entered > today ? [`An entry of ${FILE} begins in the future, on ${entered}: ${name}`] : [];
  });
}
