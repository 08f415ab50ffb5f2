import type { IncomingHttpHeaders } from 'node:http';
import { authenticateApiKey } from '#/lib/accounts/api-keys/authenticate-api-key.ts';
import type { Actor } from '#/lib/accounts/context.ts';
import { isSameOrigin } from '#/lib/accounts/origin.ts';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import type { Recognize } from '#/lib/realtime/credential-watch.ts';

export type CallerParts = { db: Db; clock: Clock; appUrl: string };
/** Who a socket belongs to, and the way to ask again whether he still is. */
export type SocketCaller = { actor: Actor; recognize: Recognize };

/**
 * Who opens a socket: by `Authorization: Bearer <API key>`, else by the session cookie when one of our own pages opens
 * it. Null when nobody is named: a browser of an integrator can't set the header, and sends its key as first message. A
 * cookie that came from a page of another site counts for nothing, since the browser sends it whoever asks.
 * @throws AppError 401 `api_key_invalid`
 */
export async function callerOfUpgrade(headers: IncomingHttpHeaders, parts: CallerParts): Promise<SocketCaller | null> {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    return callerOfKey(/^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? '', parts);
  }
  const get = (name: string) => headers[name]?.toString() ?? null;
  if (cookie === undefined || !isSameOrigin({ get }, parts.appUrl)) return null;
  const actor = await authenticateSession(parts.db, parts.clock, cookie);
  return (
    actor && { actor, recognize: async () => (await authenticateSession(parts.db, parts.clock, cookie)) ?? gone() }
  );
}

/** @throws AppError 401 `api_key_invalid` */
export async function callerOfKey(secret: string, { db, clock }: CallerParts): Promise<SocketCaller> {
  const recognize = async () => (await authenticateApiKey(db, clock, secret)) ?? gone();
  return { actor: await recognize(), recognize };
}

function gone(): never {
  throw new AppError('api_key_invalid', {
    status: 401,
    detail: 'This API key or session is unknown, expired or revoked.',
    headers: { 'WWW-Authenticate': 'Bearer realm="timer-service"' },
  });
}
