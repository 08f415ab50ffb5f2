import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type TimerResponse = { timer: TimerJson; server_time: string };

/** The timers in a response: the one that was ended, and the one that was changed. */
export function timersIn(response: TimerResponse & { ended?: TimerJson | null }): (TimerJson | null | undefined)[] {
  return [response.ended, response.timer];
}

/** The timer as another device has changed it, if an edit was based on an earlier version. */
export function conflictingTimer(error: unknown): TimerJson | null {
  const isOutdated = error instanceof ApiProblem && error.code === 'timer_version_mismatch';
  return isOutdated ? (error.current as TimerJson | null) : null;
}

/** The current timer in an error: the one that won. */
export function winnerOf(error: unknown): TimerJson | null {
  const codesWithTimer = ['timer_already_running', 'timer_ended', 'timer_version_mismatch'];
  if (!(error instanceof ApiProblem) || !codesWithTimer.includes(error.code)) return null;
  return error.current as TimerJson | null;
}
