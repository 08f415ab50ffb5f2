import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { settle, type Timer } from '#/lib/tracking/timers/timer.ts';
import { listOpenTimers } from '#/lib/tracking/timers/timer-store.ts';

const MOST_PAUSED = 20;

/** The actor's running timer in this workspace, or null, and the paused ones beside it. */
export async function getCurrentTimer(ctx: Ctx): Promise<{ timer: Timer | null; paused: Timer[]; now: Date }> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId } = ctx.actor;
  const open = await listOpenTimers(ctx.db, workspaceId, userId, MOST_PAUSED + 1);
  const now = await ctx.clock.now(ctx.db);
  const running = open.find((timer) => timer.status === 'running');
  const paused = open.filter((timer) => timer.status === 'paused').slice(0, MOST_PAUSED);
  const isShown = running?.workspaceId === workspaceId && settle(running, now).status === 'running';
  return { timer: isShown ? running : null, paused, now };
}
