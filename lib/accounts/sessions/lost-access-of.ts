import { findLostAccess, type LostAccess } from '#/lib/accounts/memberships/lost-access-query.ts';
import { findFirstMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { isLive } from '#/lib/accounts/sessions/session.ts';
import { decodeSessionToken, readSessionCookie } from '#/lib/accounts/sessions/session-cookie.ts';
import { findSession } from '#/lib/accounts/sessions/session-store.ts';
import type { System } from '#/lib/context/system.ts';
import { env } from '#/lib/core/env.ts';

/**
 * Why a browser with a valid session gets no access: its person is no longer in any workspace. Null for everyone else,
 * so it reveals nothing about an account to anyone who has not signed in to it here.
 */
export async function lostAccessOf({ db, clock }: System, cookieHeader: string | null): Promise<LostAccess | null> {
  const { APP_URL, AUTH_SECRET } = env();
  const cookie = cookieHeader && readSessionCookie(cookieHeader, APP_URL.startsWith('https:'));
  const token = cookie ? await decodeSessionToken(cookie, AUTH_SECRET) : null;
  const session = token && (await findSession(db, token));
  if (!session || !isLive(session, await clock.now(db))) return null;
  return (await findFirstMembership(db, token.uid)) ? null : findLostAccess(db, token.uid);
}
