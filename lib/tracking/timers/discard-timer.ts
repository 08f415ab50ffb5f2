import type { Ctx } from '#/lib/accounts/context.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';

/** Ends an open timer so that its time counts nowhere; its spans are kept. @throws AppError 409 `timer_ended` */
export async function discardTimer(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, (tx, timer, now) => applyAction(tx, timer, { kind: 'discard' }, now));
}
