import type { Ctx } from '#/lib/context/context.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';

/**
 * Discards a timer, whatever its state, so that its time counts nowhere; its spans are kept for restoring.
 * @throws AppError 409 `time_closed`
 */
export async function discardTimer(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, async (tx, timer, now) => {
    await assertNotClosed(tx, [{ before: timer, after: null }], now);
    return applyAction(tx, timer, { kind: 'discard' }, now);
  });
}
