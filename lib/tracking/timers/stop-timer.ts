import type { Ctx } from '#/lib/accounts/context.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';

/** Ends the timer. Never refuses: a timer that has ended already is answered as it is, `changed: false`. */
export async function stopTimer(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, (tx, timer, now) => applyAction(tx, timer, { kind: 'stop', reason: 'stopped' }, now));
}
