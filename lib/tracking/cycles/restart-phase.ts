import type { Ctx } from '#/lib/context/context.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { assertPlanNotStrict } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Restarts the phase, with its whole time; its recorded work stays.
 * @throws AppError 409 `timer_ended`; 409 `no_phase`; 409 `plan_strict`
 */
export async function restartPhase(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, (tx, timer, now) => {
    assertPlanNotStrict(timer, now);
    return applyAction(tx, timer, { kind: 'restart' }, now);
  });
}
