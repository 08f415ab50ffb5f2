import { AppError } from '#/lib/core/errors.ts';
import type { WishRefusal } from '#/lib/tracking/corrections/corrected-timer.ts';
import { openSpanMismatch } from '#/lib/tracking/timers/refuse-time.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-refusals.ts';

/** 409: why a timer can't be made what a correction wants of it. */
export function refusedWish(refusal: WishRefusal, timer: Timer, now: Date): AppError {
  if (refusal === 'timer_ended') return timerEnded(timer, now);
  if (refusal === 'open_span_mismatch') return openSpanMismatch(timer, now);
  return new AppError('timer_not_ended', {
    status: 409,
    detail: `This timer is ${timer.status}. Stop it before you move it to someone else.`,
    extra: { current: timerJson(timer, now) },
  });
}
