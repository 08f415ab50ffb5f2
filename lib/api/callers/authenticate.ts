import type { HonoRequest } from 'hono';
import { authenticateApiKey } from '#/lib/accounts/api-keys/authenticate-api-key.ts';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { isSameOrigin } from '#/lib/accounts/sessions/origin.ts';
import type { Actor } from '#/lib/context/context.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="timer-service"' };

/**
 * Identifies the caller: by `Authorization: Bearer <API key>`, else by the session cookie. A write by cookie must come
 * from one of our own pages.
 * @throws AppError 401 `unauthenticated` or `api_key_invalid`; 403 `origin_not_allowed`
 */
export async function authenticate(request: HonoRequest, db: Db, clock: Clock, appUrl: string): Promise<Actor> {
  const authorization = request.header('authorization');
  if (authorization !== undefined) return authenticateByKey(authorization, db, clock);
  const actor = await authenticateSession(db, clock, request.header('cookie') ?? null);
  if (!actor) throw unauthenticated();
  if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.raw.headers, appUrl)) throw originRejected();
  return actor;
}

/** The caller of `Authorization: Bearer <API key>`. @throws AppError 401 `unauthenticated` without it, or `api_key_invalid` */
export async function authenticateByKey(authorization: string | null, db: Db, clock: Clock): Promise<Actor> {
  if (authorization === null) throw unauthenticated();
  const secret = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  const actor = secret ? await authenticateApiKey(db, clock, secret) : null;
  if (actor) return actor;
  throw new AppError('api_key_invalid', {
    headers: { 'WWW-Authenticate': `${CHALLENGE['WWW-Authenticate']}, error="invalid_token"` },
  });
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', {
    headers: CHALLENGE,
  });
}

function originRejected(): AppError {
  return new AppError('origin_not_allowed', {
    fields: [{ pointer: '#/header/Origin', detail: 'is missing or another site' }],
  });
}
