import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The key and the title of a timer, if it has them. */
export function longTimerName(timer: Pick<TimerJson, 'ticket' | 'title'>): string {
  return timer.ticket && timer.title ? `${timer.ticket.key}, ${timer.title}` : timerName(timer);
}
