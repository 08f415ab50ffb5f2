import { AppError } from '#/lib/core/errors.ts';
import { isOutcomeUnknown, isUnavailable } from '#/lib/db/unavailable.ts';

const RETRY_SECONDS = 2;

/**
 * The error that callers are shown where the database can't be had just now, or was lost before it had responded, so that
 * nobody knows whether a change was saved (`outcome: 'unknown'`); null for any other error.
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
