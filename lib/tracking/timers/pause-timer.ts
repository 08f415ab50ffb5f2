import type { Ctx } from '#/lib/context/context.ts';
import type { PressTimerInput } from '#/lib/tracking/offline/offline-schemas.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import type { TimerChange, TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { pressTimer } from '#/lib/tracking/timers/run-timer-action.ts';
import { assertNotStrict } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Closes the open span and freezes the rest of the phase, also of a break. Pausing a paused timer changes nothing.
 * @throws AppError 409 `timer_ended`; 409 `plan_strict`; for an offline action 409 `intent_collides`
 */
export async function pauseTimer(ctx: Ctx, target: TimerTarget, input: PressTimerInput = {}): Promise<TimerChange> {
  const pressed = { press: 'pause', ageMs: input.offline_age_ms } as const;
  return pressTimer(ctx, target, pressed, (tx, timer, now, at) => {
    assertNotStrict(timer, now);
    return applyAction(tx, timer, { kind: 'pause' }, now, { at });
  });
}
