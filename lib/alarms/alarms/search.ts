import type { Ctx } from '#/lib/accounts/context.ts';
import { inTurn } from '#/lib/accounts/in-turn.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Searches read many rows. So few at once, and so long each, that creates and answers always find a connection. */
const AT_ONCE = 2;
const LONGEST_S = 5;
const CANCELED = '57014';

let turn = 0;

/**
 * Runs a read that may go through all alarms of a workspace.
 * @throws AppError 503 `search_too_slow` when it takes too long
 */
export function searching<T>(ctx: Ctx, read: (sql: Tx) => Promise<T>): Promise<T> {
  turn = (turn + 1) % AT_ONCE;
  return inTurn(`alarm-search-${turn}`, async () => {
    try {
      return await ctx.db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(`set local statement_timeout = '${LONGEST_S}s'`);
        return await read(tx);
      });
    } catch (error) {
      throw wasCanceled(error) ? tooSlow(error) : error;
    }
  });
}

function wasCanceled(error: unknown): boolean {
  const driver = (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } }).meta;
  return driver?.driverAdapterError?.cause?.originalCode === CANCELED;
}

function tooSlow(cause: unknown): AppError {
  return new AppError('search_too_slow', {
    status: 503,
    detail: `The search took longer than ${LONGEST_S} s. Narrow it by a time range, or ask by id or external_id.`,
    cause,
  });
}
