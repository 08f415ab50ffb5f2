import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { completeTimer } from '#/lib/tracking/deadlines/complete-timer.ts';
import { settle } from '#/lib/tracking/deadlines/due.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { assertNoOverlap } from '#/lib/tracking/timers/assert-time.ts';
import type { ConflictRule } from '#/lib/tracking/timers/start-policy.ts';
import { openSpan, type Timer, type TimerAction } from '#/lib/tracking/timers/timer.ts';
import { alreadyRunning, assertNotStrict } from '#/lib/tracking/timers/timer-errors.ts';
import type { OnConflict } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { findRunningTimer } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Handles the running timer by the caller's policy: rejects the call, or stops or pauses the timer at this same
 * instant, or at an earlier one for a backdated start. Returns the timer of this workspace that was stopped or paused,
 * or null. One past its cap has already ended, in any workspace; one in another workspace is ended there when a session
 * of its person requests it.
 * @throws AppError 409 `timer_already_running` with the running timer as `current`; 409 `time_overlaps` when it began
 * after the earlier instant; 409 `plan_strict` for a pause of a plan that allows none
 */
export async function endConflicting(ctx: TxCtx, rule: ConflictRule, now: Date, at = now): Promise<Timer | null> {
  const stored = await findRunningTimer(ctx.tx, ctx.actor.userId);
  if (!stored) return null;
  if (stored.workspaceId !== ctx.actor.workspaceId) {
    if (settle(stored, now) !== stored) await completeTimer(ctx, stored.id);
    else await endElsewhere(ctx, stored, rule.elsewhere, now, at);
    return null;
  }
  const running = await settleTimer(ctx, stored, now);
  if (running.status !== 'running') return null;
  if (rule.here === 'reject') throw alreadyRunning(running, ctx.actor.workspaceId, now);
  return end(ctx, running, rule.here, now, at);
}

/** A session belongs to the person, in whichever workspace it is; a key may not change what it can't see. */
async function endElsewhere(ctx: TxCtx, running: Timer, onConflict: OnConflict, now: Date, at: Date): Promise<void> {
  const isOwn = ctx.actor.credential.kind === 'session';
  if (!isOwn || onConflict === 'reject') throw alreadyRunning(running, ctx.actor.workspaceId, now);
  await end({ ...ctx, actor: { ...ctx.actor, workspaceId: running.workspaceId } }, running, onConflict, now, at);
}

async function end(ctx: TxCtx, running: Timer, onConflict: OnConflict, now: Date, at: Date): Promise<Timer> {
  const since = openSpan(running)?.startedAt ?? now;
  if (since > at) await assertNoOverlap(ctx, [{ startedAt: at, endedAt: null }], { now });
  if (onConflict === 'pause') assertNotStrict(running, now);
  const isBackDated = at < now;
  const action: TimerAction =
    onConflict === 'switch' ? { kind: 'stop', reason: 'switched', isBackDated } : { kind: 'pause', isBackDated };
  return (await applyAction(ctx, running, action, now, { at })).timer;
}

/**
 * For an offline action: the person knew of this timer, or that none ran.
 * @throws AppError 409 `timer_already_running` when another one runs by now, or has changed since
 */
export async function assertSeen(ctx: TxCtx, seen: { id: string; version: number } | null, now: Date): Promise<void> {
  const running = await findRunningTimer(ctx.tx, ctx.actor.userId);
  if (!running || settle(running, now) !== running) return;
  if (running.id !== seen?.id || running.version !== seen.version) {
    throw alreadyRunning(running, ctx.actor.workspaceId, now);
  }
}

/**
 * Runs steps that open a span. If the database itself rejects a second running timer, the error includes the winner
 * too, read outside the failed transaction.
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
