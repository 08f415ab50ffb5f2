import { deleteExpiredKeys } from '#/lib/api/idempotency/idempotency-store.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** Deletes the responses of expired keys, and returns how many. */
export async function pruneIdempotencyKeys(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  return deleteExpiredKeys(ctx.db, await ctx.clock.now(ctx.db));
}
