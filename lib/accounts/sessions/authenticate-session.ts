import { isLive, isStale, TOUCH_EVERY_MS } from '#/lib/accounts/sessions/session.ts';
import { findSessionActor } from '#/lib/accounts/sessions/session-actor-query.ts';
import { decodeSessionToken, readSessionCookie } from '#/lib/accounts/sessions/session-cookie.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { touchUser } from '#/lib/accounts/users/user-store.ts';
import type { Actor } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import type { System } from '#/lib/context/system.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { env } from '#/lib/core/env.ts';
import type { Db } from '#/lib/db/client.ts';

/**
 * The actor of this Cookie header, or null: no cookie, a forged or old one, a session that has expired or was revoked,
 * or a person whose memberships are all disabled. Records, once a minute, that the person was seen.
 */
export async function authenticateSession(db: Db, clock: Clock, cookieHeader: string | null): Promise<Actor | null> {
  const token = await tokenOf(cookieHeader);
  return token && actorOfSession({ db, clock }, token);
}

async function tokenOf(cookieHeader: string | null): Promise<SessionToken | null> {
  if (!cookieHeader) return null;
  const { APP_URL, AUTH_SECRET } = env();
  const cookie = readSessionCookie(cookieHeader, APP_URL.startsWith('https:'));
  return cookie ? decodeSessionToken(cookie, AUTH_SECRET) : null;
}

/** The actor of this token, or null when its session has ended. */
export async function actorOfSession({ db, clock }: System, token: SessionToken): Promise<Actor | null> {
  const [found, now] = await Promise.all([findSessionActor(db, token), clock.now(db)]);
  if (!found || !isLive(found, now)) return null;
  if (isStale(found.lastSeenAt, now)) {
    await touchUser(db, token.uid, now, new Date(now.getTime() - TOUCH_EVERY_MS));
  }
  return {
    userId: token.uid,
    workspaceId: found.workspaceId,
    role: found.role,
    scopes: new Set(permissionsOf(found.role)),
    credential: { kind: 'session', sessionId: token.sid },
  };
}
