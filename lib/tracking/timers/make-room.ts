import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { settleTimer } from '#/lib/tracking/timers/change-timer.ts';
import { completeTimer } from '#/lib/tracking/timers/complete-timer.ts';
import { settle, type Timer } from '#/lib/tracking/timers/timer.ts';
import { alreadyRunning } from '#/lib/tracking/timers/timer-refusals.ts';
import type { OnConflict } from '#/lib/tracking/timers/timer-schemas.ts';
import { findRunningTimer } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Deals with the timer that runs, as the caller asked: refuses, stops or pauses it at this same instant. Answers the
 * timer that made room, or null when none ran. One past its cap makes room by itself, in whichever workspace.
 * @throws AppError 409 `timer_already_running` with the running timer as `current`
 */
export async function makeRoom(ctx: TxCtx, onConflict: OnConflict, now: Date): Promise<Timer | null> {
  const stored = await findRunningTimer(ctx.tx, ctx.actor.userId);
  if (!stored) return null;
  if (stored.workspaceId !== ctx.actor.workspaceId) {
    if (settle(stored, now) === stored) throw alreadyRunning(stored, ctx.actor.workspaceId, now);
    await completeTimer(ctx, stored.id);
    return null;
  }
  const running = await settleTimer(ctx, stored, now);
  if (running.status !== 'running') return null;
  if (onConflict === 'reject') throw alreadyRunning(running, ctx.actor.workspaceId, now);
  const action =
    onConflict === 'switch' ? ({ kind: 'stop', reason: 'switched' } as const) : ({ kind: 'pause' } as const);
  return (await applyAction(ctx, running, action, now)).timer;
}

/**
 * Runs steps that open a span. Should the database refuse a second running timer by itself, the refusal gets the winner
 * too, read outside the broken transaction.
 */
export async function withWinner<T>(ctx: Ctx, steps: () => Promise<T>): Promise<T> {
  try {
    return await steps();
  } catch (error) {
    if (!isAppError(error, 'timer_already_running') || 'current' in error.extra) throw error;
    const winner = await findRunningTimer(ctx.db, ctx.actor.userId);
    throw alreadyRunning(winner, ctx.actor.workspaceId, await ctx.clock.now(ctx.db));
  }
}
