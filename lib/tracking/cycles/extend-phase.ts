import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { ExtendPhaseInput } from '#/lib/tracking/cycles/phase-schemas.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { assertPlanNotStrict } from '#/lib/tracking/timers/timer-errors.ts';

/** The default extension of a phase. */
const EXTENSION_MS = 5 * MINUTE_MS;

/**
 * Extends the phase; one whose deadline has passed gets a new one from now.
 * @throws AppError 409 `timer_ended`; 409 `no_phase`; 409 `plan_strict`
 */
export async function extendPhase(
  ctx: Ctx,
  target: TimerTarget,
  { by: byMs = EXTENSION_MS }: ExtendPhaseInput,
): Promise<TimerChange> {
  return changeTimer(ctx, target, (tx, timer, now) => {
    assertPlanNotStrict(timer, now);
    return applyAction(tx, timer, { kind: 'extend', byMs }, now);
  });
}
