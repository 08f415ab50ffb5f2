import { timerName } from '#/components/timers/use-timer-actions.ts';
import type { DragRefusal } from '#/lib/client/calendar-drag.ts';
import type { TimeStyle } from '#/lib/client/time-style.ts';
import { rangeWords } from '#/lib/client/time-words.ts';

/** Why a stretch can't lie there, and what to do about it. */
export function dragRefusalWords(refusal: DragRefusal, style: TimeStyle): string {
  if (refusal.kind === 'future') return 'This time is still to come.';
  return `Overlaps ${timerName(refusal.timer)}, ${rangeWords(refusal.from, refusal.to, style)}. Shorten one of them.`;
}
