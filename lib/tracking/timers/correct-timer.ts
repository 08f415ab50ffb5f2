import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { recordReviewUndo, undoReview } from '#/lib/tracking/questions/record-review-undo.ts';
import {
  assertNoOverlap,
  assertSpansNotFuture,
  assertWithinCap,
  openSpanMismatch,
} from '#/lib/tracking/timers/assert-time.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { areSame, withStretches } from '#/lib/tracking/timers/correction.ts';
import type { CorrectTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import type { Stretch, Timer } from '#/lib/tracking/timers/timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Replaces all spans of a timer with those given by its owner. Does not change whether it is running. Sending the same
 * spans for a timer that needs a review confirms it; sending the earlier spans afterwards undoes that, and it needs a
 * review again.
 * @throws AppError 409 `timer_ended` for a discarded timer; 409 `open_span_mismatch`; 400 `time_in_future`; 409
 * `time_overlaps`; 409 `cap_reached`; 409 `time_closed`
 */
export async function correctTimer(ctx: Ctx, target: TimerTarget, input: CorrectTimerInput): Promise<TimerChange> {
  const stretches = input.spans.map(({ started_at: startedAt, ended_at: endedAt }) => ({ startedAt, endedAt }));
  return changeTimer(ctx, target, async (tx, timer, now) => {
    if (timer.status === 'discarded') throw timerEnded(timer, now);
    if ((stretches.at(-1)?.endedAt === null) !== (timer.status === 'running')) throw openSpanMismatch(timer, now);
    assertSpansNotFuture(stretches, now);
    if (isAsItIs(timer, stretches)) return { timer, changed: false, ended: null, now };
    await assertNoOverlap(tx, stretches, { now, except: [timer.id] });
    const corrected = withStretches(timer, stretches, newId);
    await assertNotClosed(tx, [{ before: timer, after: corrected }], now);
    const asBefore = await undoReview(tx, timer, stretches, now);
    if (asBefore) return { timer: asBefore, changed: true, ended: null, now };
    assertWithinCap(corrected, now);
    const saved = await saveChange(tx, timer, corrected, 'timer.corrected', now);
    const answer = areSame(timer.spans, stretches) ? 'keep' : 'trim_stop';
    await recordReviewUndo(tx, { before: timer, after: saved, answer }, now);
    return { timer: saved, changed: true, ended: null, now };
  });
}

function isAsItIs({ spans, needsReview }: Timer, stretches: Stretch[]): boolean {
  return !needsReview && areSame(spans, stretches);
}
