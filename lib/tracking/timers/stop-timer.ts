import type { Ctx } from '#/lib/context/context.ts';
import type { TimerActionInput } from '#/lib/tracking/offline/offline-schemas.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import type { TimerChange, TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { runTimerAction } from '#/lib/tracking/timers/run-timer-action.ts';

/**
 * Stops the timer. Never fails: a timer that has already ended is returned as it is, with `changed: false`.
 * @throws AppError 409 `intent_collides` for an offline action when the timer has been resumed or has ended meanwhile
 */
export async function stopTimer(ctx: Ctx, target: TimerTarget, input: TimerActionInput = {}): Promise<TimerChange> {
  const action = { kind: 'stop', ageMs: input.offline_age_ms } as const;
  return runTimerAction(ctx, target, action, (tx, timer, now, at) =>
    applyAction(tx, timer, { kind: 'stop', reason: 'stopped' }, now, { at }),
  );
}
