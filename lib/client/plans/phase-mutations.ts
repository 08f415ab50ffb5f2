import type { Live } from '#/lib/client/live/live.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = Pick<Live, 'mutations' | 'http'>;

/** Ends, lengthens or begins again the phase that the person saw: one that has turned since is not touched. */
export function pressStep(
  { mutations, http }: Parts,
  timer: TimerJson,
  step: 'skip' | 'extend' | 'restart',
  body: object,
): Promise<ChangeTimerJson> {
  return mutations.press([], (keys) => {
    const { id, ifMatch } = mutations.confirmed(timer);
    return http.send<ChangeTimerJson>(`/timers/${id}/phase/${step}`, { method: 'POST', body, ifMatch, ...keys });
  });
}
