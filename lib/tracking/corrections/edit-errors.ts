import { AppError } from '#/lib/core/errors.ts';
import type { EditError } from '#/lib/tracking/corrections/corrected-timer.ts';
import { openSpanMismatch } from '#/lib/tracking/timers/assert-time.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-errors.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

/** 409: why a timer can't be corrected as requested. */
export function rejectedEdit(rejection: EditError, timer: Timer, now: Date): AppError {
  if (rejection === 'timer_ended') return timerEnded(timer, now);
  if (rejection === 'open_span_mismatch') return openSpanMismatch(timer, now);
  return new AppError('timer_not_ended', {
    detail: `This timer is ${timer.status}. Stop it before you move it to someone else.`,
    extra: { current: timerJson(timer, now) },
  });
}
