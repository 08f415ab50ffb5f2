import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { rejectLate } from '#/lib/context/deadline.ts';
import { inKeyedMutex } from '#/lib/context/in-keyed-mutex.ts';
import { stillAllowed } from '#/lib/context/still-allowed.ts';
import { mapConstraintError } from '#/lib/db/constraint-errors.ts';

const WAIT_MS = 10_000;
const TIMEOUT_MS = 30_000;

type Joinable = Omit<Ctx, 'actor'> & Partial<Pick<Ctx, 'actor'>>;
type Inner<C> = C & Pick<TxCtx, 'tx' | 'afterCommit'>;

/**
 * Runs a verb's steps in one transaction, joining the caller's when there is one. A statement that a constraint rejects
 * throws the domain's `AppError`. Callbacks in `afterCommit` run once the outermost transaction has committed.
 * Transactions of one person wait for each other before they take a connection; `mutexKey` names a narrower mutex. The
 * actor is revalidated once it holds the mutex. Rolled back when `signal` is aborted before the commit.
 */
export async function transaction<C extends Joinable, T>(
  ctx: C,
  steps: (ctx: Inner<C>) => Promise<T>,
  { timeoutMs = TIMEOUT_MS, mutexKey }: { timeoutMs?: number; mutexKey?: string } = {},
): Promise<T> {
  try {
    if (ctx.tx && ctx.afterCommit) return await steps({ ...ctx, tx: ctx.tx, afterCommit: ctx.afterCommit });
    const begin = () => outermost(ctx, steps, timeoutMs);
    return await (ctx.actor ? inKeyedMutex(ctx.db, mutexKey ?? ctx.actor.userId, begin) : begin());
  } catch (error) {
    throw mapConstraintError(error);
  }
}

async function outermost<C extends Joinable, T>(
  ctx: C,
  steps: (ctx: Inner<C>) => Promise<T>,
  timeout: number,
): Promise<T> {
  const afterCommit: TxCtx['afterCommit'] = new Set();
  const result = await ctx.db.$transaction(
    async (tx) => {
      rejectLate(ctx);
      const actor = ctx.actor && (await stillAllowed(tx, { ...ctx, actor: ctx.actor }));
      const done = await steps({ ...ctx, ...(actor && { actor }), tx, afterCommit });
      rejectLate(ctx);
      return done;
    },
    { maxWait: WAIT_MS, timeout },
  );
  for (const action of afterCommit) action(ctx.db);
  return result;
}
