import type { DragError } from '#/lib/client/calendar-drag.ts';
import { formatRange } from '#/lib/client/format-time.ts';
import type { TimeStyle } from '#/lib/client/time-style.ts';
import { timerName } from '#/lib/client/timer-name.ts';

/** Why a stretch can't be there, and what to do about it. */
export function formatDragError(rejection: DragError, style: TimeStyle): string {
  if (rejection.kind === 'future') return 'This time is in the future.';
  return `Overlaps ${timerName(rejection.timer)}, ${formatRange(rejection.from, rejection.to, style)}. Shorten one of them.`;
}
