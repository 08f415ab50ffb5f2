import type { Live } from '#/lib/client/live/live.ts';
import type { AnsweredJson } from '#/lib/tracking/questions/answer-schemas.ts';

/** Requests that answer, and undo answers. All reject with ApiProblem or NoResponse. */
export function questionMutations({ mutations, http }: Pick<Live, 'mutations' | 'http'>) {
  function send(path: string, body: object): Promise<AnsweredJson> {
    return mutations.mutate(
      [],
      (keys) => http.send<AnsweredJson>(`/timers/questions/${path}`, { method: 'POST', body, ...keys }),
      (answer) => [answer.second, answer.timer],
    );
  }

  return {
    answer: (id: string, body: object) => send(`${id}/answer`, body),
    undo: (id: string) => send(`${id}/undo`, {}),
  };
}
