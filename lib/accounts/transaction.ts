import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { mapConstraintError } from '#/lib/db/constraint-errors.ts';

const WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

/**
 * Runs a verb's steps in one transaction, joining the caller's when there is one. A statement that a constraint refuses
 * comes out as the domain's `AppError`.
 */
export async function transaction<T>(ctx: Ctx, steps: (ctx: TxCtx) => Promise<T>): Promise<T> {
  try {
    if (ctx.tx) return await steps({ ...ctx, tx: ctx.tx });
    return await ctx.db.$transaction((tx) => steps({ ...ctx, tx }), { maxWait: WAIT_MS, timeout: TIMEOUT_MS });
  } catch (error) {
    throw mapConstraintError(error);
  }
}
