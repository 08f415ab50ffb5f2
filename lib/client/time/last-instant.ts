import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The latest instant that a timer has recorded, epoch milliseconds; 0 without one. */
export function lastInstant({ spans }: Pick<TimerJson, 'spans'>): number {
  const last = spans.at(-1);
  return last ? Date.parse(last.ended_at ?? last.started_at) : 0;
}
