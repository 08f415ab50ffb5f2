import { AppError } from '#/lib/core/errors.ts';

/**
 * For who was disabled or removed between being recognized and now: 403, or 401 from what says who one is, as the API
 * documents of each.
 */
export function noLongerMember(code: 'forbidden' | 'unauthenticated' = 'forbidden'): AppError {
  return new AppError(code, {
    detail: 'You are no longer a member of this workspace. Sign in again.',
  });
}
