import { headers } from 'next/headers';
import { findActor } from '#/app/_server/require-actor.ts';
import { API_PATH } from '#/lib/api/app.ts';
import { defaultApi } from '#/lib/api/default-api.ts';
import { env } from '#/lib/core/env.ts';
import { isErrorCode } from '#/lib/core/error-codes.ts';
import { AppError, type FieldProblem } from '#/lib/core/errors.ts';

type ProblemBody = { code?: string; detail?: string; errors?: FieldProblem[] };

/**
 * Reads an operation of the API for a page on the server, in process, as the person whose cookies came with the page's
 * request, and counts it against them or the address that the request came from. `path` is below `/api/v1`. @throws
 * AppError with the operation's status and code
 */
export async function fetchApi(path: `/${string}`): Promise<unknown> {
  const requests = await headers();
  // Without the address, all signed-out visitors would share one limit.
  const sent = { cookie: requests.get('cookie') ?? '', 'x-forwarded-for': requests.get('x-forwarded-for') ?? '' };
  const actor = await findActor();
  const url = `${env().APP_URL}${API_PATH}${path}`;
  const response = await defaultApi().request(url, { headers: sent }, actor ? { actor } : {});
  const body: unknown = await response.json();
  if (response.ok) return body;
  const problem = body as ProblemBody;
  throw new AppError(isErrorCode(problem.code) ? problem.code : 'internal', {
    detail: problem.detail ?? 'Couldn’t read the response. Try again.',
    fields: problem.errors ?? [],
  });
}
