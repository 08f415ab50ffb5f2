import type { Ctx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { MAX_SPANS } from '#/lib/tracking/spans/span.ts';
import { assertWithinCap } from '#/lib/tracking/timers/assert-time.ts';
import { changeTimer, ownTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { merge } from '#/lib/tracking/timers/correction.ts';
import type { MergeTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-errors.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

/**
 * Merges two timers: the spans of the other join this one, which continues when either was running. The other is
 * discarded. Its spans, kept for restoring, overlap those of this one as long as they exist.
 * @throws AppError 400 `merge_with_itself`; 404 for an unknown one, 403 for another member's; 409 `timer_ended` when
 * one of them is discarded; 409 `too_many_spans`; 409 `cap_reached`; 409 `time_closed`
 */
export async function mergeTimers(
  ctx: Ctx,
  target: TimerTarget,
  { timer_id: otherId }: MergeTimerInput,
): Promise<TimerChange & { merged: Timer }> {
  return changeTimer(ctx, target, async (tx, timer, now) => {
    if (otherId === timer.id) throw withItself();
    const other = await ownTimer(tx, otherId, now);
    for (const one of [timer, other]) if (one.status === 'discarded') throw timerEnded(one, now);
    if (timer.spans.length + other.spans.length > MAX_SPANS) throw tooManyTogether(timer, now);
    const both = merge(timer, other, { now, newId });
    assertWithinCap(both.timer, now);
    const changes = [
      { before: other, after: both.merged },
      { before: timer, after: both.timer },
    ];
    await assertNotClosed(tx, changes, now);
    // The other releases its time before this one takes it.
    const merged = await saveChange(tx, other, both.merged, 'timer.corrected', now, 'merged');
    const saved = await saveChange(tx, timer, both.timer, 'timer.corrected', now, 'merged');
    return { ...both, timer: saved, merged, changed: true, ended: null, now };
  });
}

function tooManyTogether(timer: Timer, now: Date): AppError {
  return new AppError('too_many_spans', {
    detail: `Together these timers have more than ${MAX_SPANS} spans, which is the most that one timer can have.`,
    extra: { current: timerJson(timer, now) },
  });
}

function withItself(): AppError {
  return new AppError('merge_with_itself', {
    fields: [{ pointer: '/timer_id', detail: 'is the timer itself' }],
  });
}
