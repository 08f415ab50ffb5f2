import type { Ctx } from '#/lib/context/context.ts';
import { canarySlots } from '#/lib/engine/canary/canary.ts';
import { insertCanaries } from '#/lib/engine/canary/canary-store.ts';
import { findHold } from '#/lib/engine/hold/hold-query.ts';

/** Makes the canaries of the next twenty seconds, two at least, `everyMs` apart, and returns how many. Any number of workers may call it. None while the engine is on hold. */
export async function createCanaries(ctx: Omit<Ctx, 'actor'>, everyMs: number): Promise<number> {
  if (await findHold(ctx.db)) return 0;
  const now = await ctx.clock.now(ctx.db);
  return insertCanaries(ctx.db, canarySlots(now, everyMs), now);
}
