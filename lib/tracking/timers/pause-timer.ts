import type { Ctx } from '#/lib/context/context.ts';
import type { TimerActionInput } from '#/lib/tracking/offline/offline-schemas.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import type { TimerChange, TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { runTimerAction } from '#/lib/tracking/timers/run-timer-action.ts';
import { assertNotStrict } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Closes the open span and freezes the rest of the phase, also of a break. Pausing a paused timer changes nothing.
 * @throws AppError 409 `timer_ended`; 409 `plan_strict`; for an offline action 409 `intent_collides`
 */
export async function pauseTimer(ctx: Ctx, target: TimerTarget, input: TimerActionInput = {}): Promise<TimerChange> {
  const action = { kind: 'pause', ageMs: input.offline_age_ms } as const;
  return runTimerAction(ctx, target, action, (tx, timer, now, at) => {
    assertNotStrict(timer, now);
    return applyAction(tx, timer, { kind: 'pause' }, now, { at });
  });
}
