import { AppError } from '#/lib/core/errors.ts';

/** 403 for who was disabled or removed between being recognized and now. */
export function noLongerMember(): AppError {
  return new AppError('forbidden', {
    detail: 'You are no longer a member of this workspace. Sign in again.',
  });
}
