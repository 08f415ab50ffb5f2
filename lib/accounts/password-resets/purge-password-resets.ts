import { deleteExpiredResets } from '#/lib/accounts/password-resets/password-reset-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

const AT_A_TIME = 1_000;

/** Deletes links that expired a day ago, and returns how many. Events stay. */
export async function purgePasswordResets(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const before = new Date((await ctx.clock.now(ctx.db)).getTime() - DAY_MS);
  let purged = 0;
  for (let count = AT_A_TIME; count === AT_A_TIME; purged += count) {
    count = await deleteExpiredResets(ctx.db, before, AT_A_TIME);
  }
  return purged;
}
