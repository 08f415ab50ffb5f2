import type { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { authenticate } from '#/lib/api/callers/authenticate.ts';
import { allowOrigin } from '#/lib/api/cors/cors.ts';
import { type Allowance, limitFields } from '#/lib/api/limits/allowance.ts';
import { type CallerLimits, callerOf } from '#/lib/api/limits/caller-limits.ts';
import type { ApiContext } from '#/lib/api/operations/endpoint.ts';
import { type Actor, ANONYMOUS } from '#/lib/context/context.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { isAppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';

export type IdentifyParts = { db: Db; clock: Clock; appUrl: string; limits: CallerLimits | null };

/** Counts a caller that was recognized before, and rejects an address that has sent too much. @throws AppError 429 */
export async function countRequest(c: ApiContext, limits: CallerLimits): Promise<void> {
  const caller = callerOf(c.req.raw.headers);
  const arrival = { caller, isCounted: false };
  c.set('arrival', arrival);
  arrival.isCounted = show(c, await limits.countRequest(caller));
}

/**
 * Identifies the caller and counts the request for it, or for its address when it is unknown. @throws AppError 401,
 * 403, 429
 */
export async function identify(c: ApiContext, parts: IdentifyParts): Promise<void> {
  const actor = await recognize(c, parts);
  const arrival = c.get('arrival');
  if (arrival && parts.limits) show(c, await parts.limits.recognized(arrival.caller, actor, arrival.isCounted));
  const { db, clock } = parts;
  const signal = c.env?.signal;
  c.set('ctx', { db, clock, actor, requestId: c.get('requestId'), granted: new Set(), ...(signal && { signal }) });
}

async function recognize(c: ApiContext, { db, clock, appUrl, limits }: IdentifyParts): Promise<Actor> {
  try {
    return c.env?.actor ?? (await authenticate(c.req, db, clock, appUrl));
  } catch (error) {
    if (limits && isAppError(error) && error.status === 401) await countStranger(c, limits, true);
    throw error;
  }
}

/** Lets anyone in, and counts the address unless the caller is known. @throws AppError 429 */
export async function letIn(c: ApiContext, { db, clock, limits }: IdentifyParts): Promise<void> {
  if (limits) await countStranger(c, limits, false);
  c.set('anonymous', { db, clock, actor: ANONYMOUS, requestId: c.get('requestId') });
}

async function countStranger(c: ApiContext, limits: CallerLimits, isWrong: boolean): Promise<void> {
  const arrival = c.get('arrival');
  if (!arrival || (arrival.isCounted && !isWrong)) return;
  show(c, await limits.stranger(arrival.caller));
}

/**
 * Lets a page of another site read the response when the workspace of the key in use allows it; never by cookie. A
 * response rejected before the caller is known (401, 429) holds nothing of a workspace: any workspace that allows the
 * site will do, so that the page can show the error.
 */
export async function openToOrigin(c: ApiContext, limits: CallerLimits | null, origins: AllowedOrigins): Promise<void> {
  if (c.req.header('origin') === undefined) return;
  if (c.get('anonymous')) return allowOrigin(c, null, origins);
  const actor = c.get('ctx')?.actor;
  const hasKey = c.req.header('authorization') !== undefined;
  if (actor) return hasKey ? allowOrigin(c, actor.workspaceId, origins) : undefined;
  // When the database itself has failed, the allowed origins can't be looked up.
  if (c.res.status >= 500) return;
  const arrival = c.get('arrival');
  const workspaceId = hasKey && arrival ? limits?.workspaceOf(arrival.caller) : null;
  await allowOrigin(c, workspaceId ?? null, origins);
}

function show(c: ApiContext, allowance: Allowance | null): boolean {
  if (!allowance) return false;
  for (const [name, value] of Object.entries(limitFields(allowance))) c.header(name, value);
  return true;
}
