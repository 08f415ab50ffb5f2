import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';

/** One timer of the workspace. @throws AppError 404; 403 for another member's without `timers:read_all` */
export async function getTimer(ctx: Ctx, id: string): Promise<{ timer: Timer; now: Date }> {
  authorize(ctx, 'timers:read');
  const timer = await findTimer(ctx.db, ctx.actor.workspaceId, id);
  if (!timer) throw notFound('timer');
  if (timer.userId !== ctx.actor.userId) authorize(ctx, 'timers:read_all');
  return { timer, now: await ctx.clock.now(ctx.db) };
}
