import type { IncomingHttpHeaders } from 'node:http';
import { authenticateApiKey } from '#/lib/accounts/api-keys/authenticate-api-key.ts';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { isSameOrigin } from '#/lib/accounts/sessions/origin.ts';
import { type Caller, type CallerLimits, callerOf } from '#/lib/api/limits/caller-limits.ts';
import type { Actor } from '#/lib/context/context.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import type { Recognize } from '#/lib/feed/subscription/credential-watch.ts';

export type CallerParts = { db: Db; clock: Clock; appUrl: string; limits: CallerLimits | null };
/**
 * The owner of a socket, how to check again that its credential is still valid, and how to count its messages as
 * requests.
 */
export type SocketCaller = { actor: Actor; recognize: Recognize; count: () => Promise<void> };

/**
 * Identifies who opens a socket: by `Authorization: Bearer <API key>`, else by the session cookie when one of our own
 * pages opens it. Null when there is no credential: a browser of an integrator can't set the header, and sends its key
 * as first message. A cookie from a page of another site is ignored, since the browser sends it regardless. Counted
 * like a request: for the key or session, or for the address of an unknown caller or a wrong key.
 * @throws AppError 401 `api_key_invalid`, 429 `rate_limited`
 */
export async function callerOfUpgrade(headers: IncomingHttpHeaders, parts: CallerParts): Promise<SocketCaller | null> {
  const { authorization, cookie } = headers;
  const get = (name: string) => headers[name]?.toString() ?? null;
  if (authorization !== undefined) return callerOfKey(keyOf(authorization), headers, parts);
  const caller = callerOf({ get });
  const isCounted = (await parts.limits?.countRequest(caller)) != null;
  const isOurs = cookie !== undefined && isSameOrigin({ get }, parts.appUrl);
  const find = async () => (isOurs ? authenticateSession(parts.db, parts.clock, cookie) : null);
  const actor = await find();
  if (actor) return counted(caller, { actor, isCounted }, { find, parts });
  if (isOurs || !isCounted) await parts.limits?.countUnknown(caller);
  return null;
}

/**
 * Identifies the owner of this key, sent by the client whose handshake had these headers.
 * @throws AppError 401 `api_key_invalid`, 429 `rate_limited`
 */
export async function callerOfKey(
  secret: string,
  headers: IncomingHttpHeaders,
  parts: CallerParts,
): Promise<SocketCaller> {
  const { db, clock, limits } = parts;
  const get = (name: string) => (name === 'authorization' ? `Bearer ${secret}` : (headers[name]?.toString() ?? null));
  const caller = callerOf({ get });
  const isCounted = (await limits?.countRequest(caller)) != null;
  const find = () => authenticateApiKey(db, clock, secret);
  const actor = await find();
  if (actor) return counted(caller, { actor, isCounted }, { find, parts });
  await limits?.countUnknown(caller);
  throw gone();
}

type Found = { actor: Actor; isCounted: boolean };
type Finding = { find: () => Promise<Actor | null>; parts: CallerParts };

async function counted(caller: Caller, { actor, isCounted }: Found, { find, parts }: Finding): Promise<SocketCaller> {
  const { limits } = parts;
  await limits?.countRecognized(caller, actor, isCounted);
  const recognize = async () => {
    const now = await find();
    if (!now) throw gone();
    return now;
  };
  return { actor, recognize, count: async () => void (await limits?.countRecognized(caller, actor, false)) };
}

function keyOf(authorization: string): string {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
}

function gone(): AppError {
  return new AppError('api_key_invalid', {
    detail: 'This API key or session is unknown, expired, or revoked.',
    headers: { 'WWW-Authenticate': 'Bearer realm="timer-service"' },
  });
}
