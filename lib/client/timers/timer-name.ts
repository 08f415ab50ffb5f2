import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The name of a timer in a sentence: the key of its ticket, else its title. */
export function timerName(timer: Pick<TimerJson, 'ticket' | 'title'>): string {
  return timer.ticket?.key ?? (timer.title || 'Timer without a title');
}
