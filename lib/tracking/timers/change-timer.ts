import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { advancePhases } from '#/lib/tracking/cycles/advance-phases.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { recordSeen } from '#/lib/tracking/presence/record-seen.ts';
import { notBefore, type Timer } from '#/lib/tracking/timers/timer.ts';
import { versionMismatch } from '#/lib/tracking/timers/timer-errors.ts';
import { findLatestInstant, findTimer } from '#/lib/tracking/timers/timer-store.ts';

/** A timer, and the versions of it that a request applies to. */
export type TimerTarget = { id: string; ifMatch: IfMatch };

/** The result of a verb: the timer, whether it changed, which timer ended for it, and the instant of the change. */
export type TimerChange = { timer: Timer; changed: boolean; ended: Timer | null; now: Date };

/**
 * Wraps every verb on one timer: lock its owner, take the instant, apply the cap, check the version, then let `step`
 * decide.
 * @throws AppError 404 for a timer of another workspace, 403 for another member's, 412 for another version.
 */
export async function changeTimer<C extends TimerChange>(
  ctx: Ctx,
  target: TimerTarget,
  step: (ctx: TxCtx, timer: Timer, now: Date) => Promise<C>,
): Promise<C> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (tx) => {
    const now = await lockClock(tx);
    const timer = await ownTimer(tx, target.id, now);
    if (!matchesVersion(target.ifMatch, timer.version)) throw versionMismatch(timer, now);
    return step(tx, await recordSeen(tx, timer, now), now);
  });
}

/** A timer of the actor's own, with its cap applied. @throws AppError 404, 403 for another member's */
export async function ownTimer(ctx: TxCtx, id: string, now: Date): Promise<Timer> {
  const stored = await findTimer(ctx.tx, ctx.actor.workspaceId, id);
  if (!stored) throw notFound('timer');
  if (stored.userId !== ctx.actor.userId) throw othersTimer();
  return settleTimer(ctx, stored, now);
}

/**
 * Locks the person (by default the actor) and returns the instant of the change: the database's, read after the lock,
 * and never before anything they have already recorded, in case the database's clock was set back. Due phases of their
 * plans have been advanced.
 */
export async function lockClock(ctx: TxCtx, userId = ctx.actor.userId): Promise<Date> {
  await lockUser(ctx.tx, userId);
  const clock = await ctx.clock.now(ctx.tx);
  const now = notBefore(clock, (await findLatestInstant(ctx.tx, userId)) ?? clock);
  await advancePhases(ctx, userId, now);
  return now;
}

function othersTimer(): AppError {
  return new AppError('forbidden', {
    detail: 'This timer belongs to another member. Only its owner can change it.',
  });
}
