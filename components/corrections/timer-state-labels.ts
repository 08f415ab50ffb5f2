import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The states of a timer as screens call them; within a sentence they are words like any other. */
export const TIMER_STATE_LABELS: Record<TimerJson['status'], string> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  completed: 'Completed',
  discarded: 'Deleted',
};
