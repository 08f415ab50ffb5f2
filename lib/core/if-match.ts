import { type AppError, type Noun, notFound } from '#/lib/core/errors.ts';

/** The versions that a change is meant for, from `If-Match` (RFC 9110, section 13.1.1); null for any. */
export type IfMatch = readonly number[] | null;

/** Whether a change may be made to this version. */
export function matchesVersion(ifMatch: IfMatch, version: number): boolean {
  return ifMatch === null || ifMatch.includes(version);
}

type Expected<T> = { noun: Noun; ifMatch: IfMatch; mismatch: (found: T) => AppError };

/**
 * The thing that a verb has locked, if it exists and the change is meant for its version. @throws AppError 404,
 * `mismatch`
 */
export function requireVersion<T extends { version: number }>(
  found: T | null,
  { noun, ifMatch, mismatch }: Expected<T>,
): T {
  if (!found) throw notFound(noun);
  if (!matchesVersion(ifMatch, found.version)) throw mismatch(found);
  return found;
}
