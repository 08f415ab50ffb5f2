import type { Http } from '#/lib/client/http/http.ts';
import { optimisticEdit } from '#/lib/client/timers/optimistic-timer.ts';
import type { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { mutations: TimerMutations; http: Http };

/**
 * Undoes a stop, optimistically. `before` is how the timer was shown when it was stopped, `stopped` is what the server
 * recorded. Rejects with ApiProblem or NoResponse.
 */
export function undoStop({ mutations, http }: Parts, before: TimerJson, stopped: TimerJson): Promise<ChangeTimerJson> {
  const { status, ended_at, end_reason, running_since, cap_at, spans, phase } = before;
  const back = { status, ended_at, end_reason, running_since, cap_at, spans, phase };
  const optimisticUpdates = [{ after: optimisticEdit(stopped, back), before: stopped }];
  return mutations.mutate(optimisticUpdates, (keys) => {
    const { id, ifMatch } = mutations.confirmed(stopped);
    return http.send<ChangeTimerJson>(`/timers/${id}/undo-stop`, { method: 'POST', body: {}, ...keys, ifMatch });
  });
}
