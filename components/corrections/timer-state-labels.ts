import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The states of a timer as shown on screens; lowercase within a sentence. */
export const TIMER_STATE_LABELS: Record<TimerJson['status'], string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  completed: 'Completed',
  discarded: 'Deleted',
};
