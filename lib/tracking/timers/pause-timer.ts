import type { Ctx } from '#/lib/accounts/context.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';

/** Closes the open span. Pausing a paused timer changes nothing. @throws AppError 409 `timer_ended` */
export async function pauseTimer(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, (tx, timer, now) => applyAction(tx, timer, { kind: 'pause' }, now));
}
