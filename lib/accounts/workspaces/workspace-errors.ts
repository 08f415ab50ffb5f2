import { AppError } from '#/lib/core/errors.ts';

/** 404 for a workspace that is not there, or not open to the caller: the two look the same on purpose. */
export function workspaceNotFound(): AppError {
  return new AppError('workspace_not_found');
}
