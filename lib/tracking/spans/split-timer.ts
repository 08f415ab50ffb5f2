import type { Ctx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { assertNotFuture } from '#/lib/tracking/timers/assert-time.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { split } from '#/lib/tracking/timers/correction.ts';
import type { SplitTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { saveChange, saveNew } from '#/lib/tracking/timers/save-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Splits a timer at an instant. The first part is stopped; the second is a new timer with the same subject that
 * continues, or has ended, as the whole did.
 * @throws AppError 409 `timer_ended` for a discarded timer; 400 `time_in_future`; 400 `split_outside`; 409
 * `time_closed`
 */
export async function splitTimer(
  ctx: Ctx,
  target: TimerTarget,
  { at }: SplitTimerInput,
): Promise<TimerChange & { second: Timer }> {
  return changeTimer(ctx, target, async (tx, timer, now) => {
    if (timer.status === 'discarded') throw timerEnded(timer, now);
    assertNotFuture([{ at, pointer: '/at' }], now);
    const parts = split(timer, at, { now, newId });
    if (!parts) throw splitOutside();
    await assertNotClosed(tx, [{ before: timer, after: parts.first }], now);
    // The first releases its time before the second takes it.
    const first = await saveChange(tx, timer, parts.first, 'timer.corrected', now, 'split');
    await saveNew(tx, parts.second, 'timer.corrected', now, 'split');
    return { timer: first, second: parts.second, changed: true, ended: null, now };
  });
}

function splitOutside(): AppError {
  const detail = 'must be inside the timer, with time before it and after it';
  return new AppError('split_outside', {
    detail: `The instant ${detail}.`,
    fields: [{ pointer: '/at', detail }],
  });
}
