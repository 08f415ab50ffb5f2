import type { Http } from '#/lib/client/http.ts';
import { forecastEdit } from '#/lib/client/timer-forecast.ts';
import type { TimerPresses } from '#/lib/client/timer-presses.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { presses: TimerPresses; http: Http };

/**
 * Takes a stop back, shown at once. `before` is how the timer was shown when it was stopped, `stopped` what the server
 * made of it. Rejects with ApiProblem or NoAnswer.
 */
export function undoStop({ presses, http }: Parts, before: TimerJson, stopped: TimerJson): Promise<ChangeTimerJson> {
  const { status, ended_at, end_reason, running_since, cap_at, spans, phase } = before;
  const back = { status, ended_at, end_reason, running_since, cap_at, spans, phase };
  const guesses = [{ forecast: forecastEdit(stopped, back), before: stopped }];
  return presses.press(guesses, (keys) => {
    const { id, ifMatch } = presses.confirmed(stopped);
    return http.send<ChangeTimerJson>(`/timers/${id}/undo-stop`, { method: 'POST', body: {}, ...keys, ifMatch });
  });
}
