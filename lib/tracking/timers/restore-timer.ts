import type { Ctx } from '#/lib/context/context.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { assertNoOverlap } from '#/lib/tracking/timers/assert-time.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';

/**
 * Restores a discarded timer; one that was running is paused. One that is not discarded is unchanged.
 * @throws AppError 409 `time_overlaps` when its time was taken meanwhile; 409 `time_closed`
 */
export async function restoreTimer(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, async (tx, timer, now) => {
    if (timer.status === 'discarded') {
      await assertNoOverlap(tx, timer.spans, { now });
      await assertNotClosed(tx, [{ before: null, after: { ...timer, status: 'stopped' } }], now);
    }
    return applyAction(tx, timer, { kind: 'restore' }, now);
  });
}
