import { AppError } from '#/lib/core/errors.ts';

/** 404 for a workspace that does not exist or is not open to the caller: deliberately the same error. */
export function workspaceNotFound(): AppError {
  return new AppError('workspace_not_found');
}
