import type { DragError } from '#/lib/client/calendar/calendar-drag.ts';
import { formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

/** Why a stretch can't be there, and what to do about it. */
export function formatDragError(rejection: DragError, style: TimeStyle): string {
  if (rejection.kind === 'future') return 'This time is in the future.';
  return `Overlaps ${timerName(rejection.timer)}, ${formatRange(rejection.from, rejection.to, style)}. Shorten one of them.`;
}
