import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { settle, type Timer } from '#/lib/tracking/timers/timer.ts';
import { findRunningTimer, listPausedTimers } from '#/lib/tracking/timers/timer-store.ts';

const MOST_PAUSED = 20;

/** The actor's running timer in this workspace, or null, and the paused ones beside it. */
export async function getCurrentTimer(ctx: Ctx): Promise<{ timer: Timer | null; paused: Timer[]; now: Date }> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId } = ctx.actor;
  const running = await findRunningTimer(ctx.db, userId);
  const paused = await listPausedTimers(ctx.db, workspaceId, userId, MOST_PAUSED);
  const now = await ctx.clock.now(ctx.db);
  const stillRuns = running?.workspaceId === workspaceId && settle(running, now).status === 'running';
  return { timer: stillRuns ? running : null, paused, now };
}
