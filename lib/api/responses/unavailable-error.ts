import { AppError } from '#/lib/core/errors.ts';
import { isOutcomeUnknown, isUnavailable } from '#/lib/db/unavailable.ts';

const RETRY_SECONDS = 2;

/**
 * The error for callers when the database is unavailable, or was lost before it responded, so that it is unknown
 * whether a change was saved (`outcome: 'unknown'`); null for any other error.
 */
export function unavailableError(error: unknown): AppError | null {
  if (!isUnavailable(error)) return null;
  const headers = { 'Retry-After': String(RETRY_SECONDS) };
  if (!isOutcomeUnknown(error)) return new AppError('database_unavailable', { headers });
  return new AppError('database_unavailable', {
    detail: 'The database stopped responding, so it isn’t known whether this was saved. Try again in a moment.',
    extra: { outcome: 'unknown' },
    headers,
  });
}
