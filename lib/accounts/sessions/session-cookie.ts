import { decode } from 'next-auth/jwt';
import { type SessionToken, sessionToken } from '#/lib/accounts/sessions/session-schemas.ts';

/** next-auth's cookie names; the prefixed one when the app is served over https. */
const PLAIN_NAME = 'next-auth.session-token';
const SECURE_NAME = `__Secure-${PLAIN_NAME}`;
/** A browser keeps about 50 cookies of 4 KB each for a site; our token fits one. More chunks than this are rejected. */
const CHUNKS_MAX = 8;

function sessionCookieName(isSecure: boolean): string {
  return isSecure ? SECURE_NAME : PLAIN_NAME;
}

/**
 * The encrypted token in a Cookie header (RFC 6265, 4.2.1), or null. next-auth splits a token longer than 4 KB into
 * `name.0`, `name.1`, …; the two names never mix.
 */
export function readSessionCookie(cookieHeader: string, isSecure: boolean): string | null {
  const name = sessionCookieName(isSecure);
  const chunks: string[] = [];
  for (const part of cookieHeader.split(';')) {
    const equals = part.indexOf('=');
    const key = part.slice(0, equals).trim();
    if (equals < 0 || !key.startsWith(name)) continue;
    const index = chunkIndex(key.slice(name.length));
    if (index !== null) chunks[index] = part.slice(equals + 1).trim();
  }
  // `join` leaves gaps empty: a token with a missing chunk does not decrypt.
  return chunks.join('') || null;
}

function chunkIndex(suffix: string): number | null {
  if (suffix === '') return 0;
  const digits = /^\.(\d)$/.exec(suffix)?.[1];
  return digits && Number(digits) < CHUNKS_MAX ? Number(digits) : null;
}

/** The content of the token, or null when it is forged, expired, truncated or made by another version of the app. */
export async function decodeSessionToken(token: string, secret: string): Promise<SessionToken | null> {
  try {
    return sessionToken.parse(await decode({ token, secret }));
  } catch {
    return null;
  }
}
