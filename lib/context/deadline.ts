import type { Ctx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';

/**
 * For work that no client waits for anymore: in a transaction it is rolled back. @throws AppError 504
 * `deadline_exceeded`
 */
export function rejectLate({ signal }: Pick<Ctx, 'signal'>): void {
  if (signal?.aborted) throw new AppError('deadline_exceeded');
}
