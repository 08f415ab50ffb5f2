import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { intentCollides } from '#/lib/tracking/offline/intent-collides.ts';
import {
  boundedAt,
  type Collision,
  collisionOf,
  type OfflineTimerAction,
  proposalFor,
} from '#/lib/tracking/offline/offline-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/** Errors at an earlier instant, mapped to the reasons of an intent collision. */
const COLLISIONS: Record<string, Collision> = {
  time_overlaps: 'overlaps',
  timer_already_running: 'other_timer',
  cap_reached: 'over_cap',
  timer_ended: 'timer_ended',
};

type Step = (ctx: TxCtx, timer: Timer, now: Date, at: Date) => Promise<TimerChange>;

/**
 * Wraps a person's actions on a timer: at this instant or, for an offline action, at the one given by its age. An
 * offline action is rejected if the person could not have meant it: `target.ifMatch` are versions they saw.
 * @throws AppError 404, 403, 412 as `changeTimer`; for an offline action 409 `intent_collides` instead of 412
 */
export function runTimerAction(
  ctx: Ctx,
  target: TimerTarget,
  { kind, ageMs }: { kind: OfflineTimerAction; ageMs: number | undefined },
  step: Step,
): Promise<TimerChange> {
  if (ageMs === undefined) return changeTimer(ctx, target, (tx, timer, now) => step(tx, timer, now, now));
  return changeTimer(ctx, { ...target, ifMatch: null }, async (tx, timer, now) => {
    const at = new Date(now.getTime() - ageMs);
    const rejected = (reason: Collision, cause?: unknown) =>
      intentCollides({ reason, at, current: timer, proposal: proposalFor(timer, kind, at, now), cause }, now);
    const collision = collisionOf(timer, { kind, at, seen: target.ifMatch }, now);
    if (collision) throw rejected(collision);
    const bounded = boundedAt(timer, at);
    return step({ ...tx, offline: { at, ageMs } }, timer, now, bounded).catch((error: unknown) => {
      throw asCollision(error, rejected);
    });
  });
}

/** Maps an error of an offline action; any other error is unchanged. */
export function asCollision(error: unknown, rejected: (reason: Collision, cause: unknown) => Error): unknown {
  const reason = isAppError(error) ? COLLISIONS[error.code] : undefined;
  return reason ? rejected(reason, error) : error;
}
