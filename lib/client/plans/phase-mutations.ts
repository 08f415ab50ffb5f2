import type { Live } from '#/lib/client/live/live.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = Pick<Live, 'mutations' | 'http'>;

/** Ends, extends or restarts the phase that the person saw: one that has advanced since is not changed. */
export function sendPhaseAction(
  { mutations, http }: Parts,
  timer: TimerJson,
  step: 'skip' | 'extend' | 'restart',
  body: object,
): Promise<ChangeTimerJson> {
  return mutations.mutate([], (keys) => {
    const { id, ifMatch } = mutations.confirmed(timer);
    return http.send<ChangeTimerJson>(`/timers/${id}/phase/${step}`, { method: 'POST', body, ifMatch, ...keys });
  });
}
