import { AppError } from '#/lib/core/errors.ts';

/**
 * The error for a caller disabled or removed since authentication: 403, or 401 from operations about the caller itself,
 * as the API documents for each.
 */
export function noLongerMember(code: 'forbidden' | 'unauthenticated' = 'forbidden'): AppError {
  return new AppError(code, {
    detail: 'You are no longer a member of this workspace. Sign in again.',
  });
}
