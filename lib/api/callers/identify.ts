import type { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { authenticate, authenticateByKey } from '#/lib/api/callers/authenticate.ts';
import { allowOrigin } from '#/lib/api/cors/cors.ts';
import { type Allowance, limitFields } from '#/lib/api/limits/allowance.ts';
import { type CallerLimits, type CountedRequest, callerOf } from '#/lib/api/limits/caller-limits.ts';
import type { AnyOperation, ApiContext } from '#/lib/api/operations/operation.ts';
import { type Actor, ANONYMOUS } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { isAppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';

export type IdentifyParts = { db: Db; clock: Clock; appUrl: string; limits: CallerLimits | null };

/** Sets a header of the response. */
type SetHeader = (name: string, value: string) => void;
type HeadersOfRequest = { get: (name: string) => string | null };

/** Counts a caller that was recognized before, and rejects an address that has sent too much. @throws AppError 429 */
export async function countRequest(c: ApiContext, limits: CallerLimits): Promise<void> {
  const countedRequest = { caller: callerOf(c.req.raw.headers), isCounted: false };
  c.set('countedRequest', countedRequest);
  countedRequest.isCounted = setLimitHeaders(setterOf(c), await limits.countRequest(countedRequest.caller));
}

/**
 * Identifies the caller and counts the request for it, or for its address when it is unknown. @throws AppError 401,
 * 403, 429
 */
export async function identify(c: ApiContext, { db, clock, appUrl, limits }: IdentifyParts): Promise<void> {
  const authenticateCaller = async () => c.env?.actor ?? (await authenticate(c.req, db, clock, appUrl));
  const actor = await recognize(authenticateCaller, {
    limits,
    countedRequest: c.get('countedRequest'),
    setHeader: setterOf(c),
  });
  const signal = c.env?.signal;
  c.set('ctx', { db, clock, actor, requestId: c.get('requestId'), granted: new Set(), ...(signal && { signal }) });
}

/** A request whose body has not been read. */
type UnreadRequest = { headers: HeadersOfRequest; permission: AnyOperation['permission']; setHeader: SetHeader };

/**
 * Identifies callers by the API key in their headers, and counts them, as `identify` does: for requests that follow with
 * the bindings `actor` and `isCounted`. @throws AppError 401, 403, 429
 */
export function identifyByKey({ db, clock, limits }: Omit<IdentifyParts, 'appUrl'>) {
  return async ({ headers, permission, setHeader }: UnreadRequest): Promise<Actor> => {
    const countedRequest = { caller: callerOf(headers), isCounted: false };
    if (limits) countedRequest.isCounted = setLimitHeaders(setHeader, await limits.countRequest(countedRequest.caller));
    const authenticateCaller = () => authenticateByKey(headers.get('authorization'), db, clock);
    const actor = await recognize(authenticateCaller, { limits, countedRequest, setHeader });
    if (permission && permission !== 'public') authorize({ actor }, permission);
    return actor;
  };
}
export type IdentifyByKey = ReturnType<typeof identifyByKey>;

type Recognizing = { limits: CallerLimits | null; countedRequest: CountedRequest | undefined; setHeader: SetHeader };

async function recognize(
  authenticateCaller: () => Promise<Actor>,
  { limits, countedRequest, setHeader }: Recognizing,
): Promise<Actor> {
  try {
    const actor = await authenticateCaller();
    if (countedRequest && limits)
      setLimitHeaders(setHeader, await limits.countRecognized(countedRequest.caller, actor, countedRequest.isCounted));
    return actor;
  } catch (error) {
    if (countedRequest && limits && isAppError(error) && error.status === 401) {
      setLimitHeaders(setHeader, await limits.countUnknown(countedRequest.caller));
    }
    throw error;
  }
}

/** Lets anyone in, and counts the address unless the caller is known. @throws AppError 429 */
export async function countAnonymous(c: ApiContext, { db, clock, limits }: IdentifyParts): Promise<void> {
  const countedRequest = c.get('countedRequest');
  if (limits && countedRequest && !countedRequest.isCounted)
    setLimitHeaders(setterOf(c), await limits.countUnknown(countedRequest.caller));
  c.set('anonymous', { db, clock, actor: ANONYMOUS, requestId: c.get('requestId') });
}

/**
 * Lets a page of another site read the response when the workspace of the key in use allows it; never by cookie. A
 * response rejected before the caller is known (401, 429) contains no workspace data, so any workspace that allows the
 * site is enough, and the page can show the error.
 */
export async function openToOrigin(c: ApiContext, limits: CallerLimits | null, origins: AllowedOrigins): Promise<void> {
  if (c.req.header('origin') === undefined) return;
  if (c.get('anonymous')) return allowOrigin(c, null, origins);
  const actor = c.get('ctx')?.actor;
  const hasKey = c.req.header('authorization') !== undefined;
  if (actor) return hasKey ? allowOrigin(c, actor.workspaceId, origins) : undefined;
  // When the database itself has failed, the allowed origins can't be looked up.
  if (c.res.status >= 500) return;
  const countedRequest = c.get('countedRequest');
  const workspaceId = hasKey && countedRequest ? limits?.workspaceOf(countedRequest.caller) : null;
  await allowOrigin(c, workspaceId ?? null, origins);
}

function setterOf(c: ApiContext): SetHeader {
  return (name, value) => c.header(name, value);
}

function setLimitHeaders(setHeader: SetHeader, allowance: Allowance | null): boolean {
  if (!allowance) return false;
  for (const [name, value] of Object.entries(limitFields(allowance))) setHeader(name, value);
  return true;
}
