import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { mapConstraintError } from '#/lib/db/constraint-errors.ts';

const WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

/**
 * Runs a verb's steps in one transaction, joining the caller's when there is one. A statement that a constraint refuses
 * comes out as the domain's `AppError`. What the steps put into `afterCommit` runs once the outermost one has committed.
 */
export async function transaction<C extends Omit<Ctx, 'actor'>, T>(
  ctx: C,
  steps: (ctx: C & Pick<TxCtx, 'tx' | 'afterCommit'>) => Promise<T>,
): Promise<T> {
  try {
    if (ctx.tx && ctx.afterCommit) return await steps({ ...ctx, tx: ctx.tx, afterCommit: ctx.afterCommit });
    const afterCommit = new Set<(db: Ctx['db']) => void>();
    const result = await ctx.db.$transaction((tx) => steps({ ...ctx, tx, afterCommit }), {
      maxWait: WAIT_MS,
      timeout: TIMEOUT_MS,
    });
    for (const action of afterCommit) action(ctx.db);
    return result;
  } catch (error) {
    throw mapConstraintError(error);
  }
}
