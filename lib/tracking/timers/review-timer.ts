import type { Ctx } from '#/lib/context/context.ts';
import { recordReviewUndo } from '#/lib/tracking/questions/record-review-undo.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';

/**
 * Confirms the time of a timer that needs a review. To enter other times is a correction. One that needs no review is
 * unchanged. Can be undone for seven days.
 */
export async function reviewTimer(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return changeTimer(ctx, target, async (tx, timer, now) => {
    if (!timer.needsReview) return { timer, changed: false, ended: null, now };
    const looked = { ...timer, needsReview: false, version: timer.version + 1 };
    const reviewed = await saveChange(tx, timer, looked, 'timer.reviewed', now);
    await recordReviewUndo(tx, { before: timer, after: reviewed, answer: 'keep' }, now);
    return { timer: reviewed, changed: true, ended: null, now };
  });
}
