import type { ApiProblem } from '#/lib/client/http/problem.ts';

type Rejection = { state: string; title: string; text: string };

export const FORBIDDEN = 403;
export const NOT_FOUND = 404;

/**
 * Why a list can't be loaded, for a person. The API's message is for programs if it names parameters and permissions.
 */
export function rejectionOf({ code, status, detail }: ApiProblem, noun: string): Rejection {
  const title = `No ${noun} to show.`;
  if (code === 'query_too_slow') {
    return {
      state: 'Took too long',
      title: 'That’s too much data to load at once.',
      text: 'Choose a shorter time range, or narrow your search.',
    };
  }
  if (status === FORBIDDEN) {
    return {
      state: 'Not allowed',
      title,
      text: 'Your role doesn’t include this. Ask an owner or admin of the workspace.',
    };
  }
  if (status === NOT_FOUND) {
    return { state: 'Not found', title, text: 'It may have been deleted, or it belongs to another workspace.' };
  }
  return { state: 'Rejected', title, text: detail };
}
