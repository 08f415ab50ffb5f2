import type { Actor } from '#/lib/accounts/context.ts';
import type { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { authenticate } from '#/lib/api/authenticate.ts';
import { allowOrigin } from '#/lib/api/cors/cors.ts';
import type { ApiContext } from '#/lib/api/endpoint.ts';
import { type Allowance, limitFields } from '#/lib/api/limits/allowance.ts';
import { type CallerLimits, callerOf } from '#/lib/api/limits/caller-limits.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { isAppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';

export type IdentifyParts = { db: Db; clock: Clock; appUrl: string; limits: CallerLimits | null };

/** Counts a caller who was recognized before, and turns away an address that has sent too much. @throws AppError 429 */
export async function countRequest(c: ApiContext, limits: CallerLimits): Promise<void> {
  const caller = callerOf(c.req.raw.headers);
  const arrival = { caller, isCounted: false };
  c.set('arrival', arrival);
  arrival.isCounted = show(c, await limits.countRequest(caller));
}

/** Finds out who sends this and counts it for him, or for his address when he is nobody. @throws AppError 401, 403, 429 */
export async function identify(c: ApiContext, parts: IdentifyParts): Promise<void> {
  const actor = await recognize(c, parts);
  const arrival = c.get('arrival');
  if (arrival && parts.limits) show(c, await parts.limits.recognized(arrival.caller, actor, arrival.isCounted));
  act(c, parts, actor);
}

async function recognize(c: ApiContext, { db, clock, appUrl, limits }: IdentifyParts): Promise<Actor> {
  try {
    return c.env?.actor ?? (await authenticate(c.req, db, clock, appUrl));
  } catch (error) {
    if (limits && isAppError(error) && error.status === 401) await countStranger(c, limits, true);
    throw error;
  }
}

/** Lets anyone in, and counts his address unless he is known. @throws AppError 429 */
export async function letIn(c: ApiContext, parts: IdentifyParts): Promise<void> {
  if (parts.limits) await countStranger(c, parts.limits, false);
  act(c, parts, NOBODY);
}

async function countStranger(c: ApiContext, limits: CallerLimits, isWrong: boolean): Promise<void> {
  const arrival = c.get('arrival');
  if (!arrival || (arrival.isCounted && !isWrong)) return;
  show(c, await limits.stranger(arrival.caller));
}

/**
 * Lets a page of another site read the response when the workspace of the key in use allows it; never by cookie. What
 * was rejected before anyone knew whose request it is (401, 429) has nothing of a workspace in it: any that allows the
 * site will do, so that the page can tell what is wrong.
 */
export async function openToOrigin(c: ApiContext, limits: CallerLimits | null, origins: AllowedOrigins): Promise<void> {
  if (c.req.header('origin') === undefined) return;
  const actor = c.get('ctx')?.actor;
  if (actor === NOBODY) return allowOrigin(c, null, origins);
  const hasKey = c.req.header('authorization') !== undefined;
  if (actor) return hasKey ? allowOrigin(c, actor.workspaceId, origins) : undefined;
  // Who allows the site can't be looked up where the database is what failed.
  if (c.res.status >= 500) return;
  const arrival = c.get('arrival');
  const workspaceId = hasKey && arrival ? limits?.workspaceOf(arrival.caller) : null;
  await allowOrigin(c, workspaceId ?? null, origins);
}

function act(c: ApiContext, { db, clock }: IdentifyParts, actor: Actor): void {
  c.set('ctx', { db, clock, actor, requestId: c.get('requestId') });
}

function show(c: ApiContext, allowance: Allowance | null): boolean {
  if (!allowance) return false;
  for (const [name, value] of Object.entries(limitFields(allowance))) c.header(name, value);
  return true;
}

/** Who asks what anyone may ask. */
const NOBODY: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  workspaceId: '00000000-0000-0000-0000-000000000000',
  role: 'member',
  scopes: new Set(),
  credential: { kind: 'worker', name: 'nobody' },
};
