'use server';

import { cookies, headers } from 'next/headers';
import { defaultSystem } from '#/lib/accounts/default-system.ts';
import { tokenOf } from '#/lib/accounts/sessions/authenticate-session.ts';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { isSessionCookie } from '#/lib/accounts/sessions/session-cookie.ts';

/**
 * Ends the session in the database, then forgets the cookie; when the first fails, so does this. next-auth's own
 * sign-out does the two the other way round, and drops an error of the first.
 */
export async function signOutAction(): Promise<void> {
  const token = await tokenOf((await headers()).get('cookie'));
  if (token) await endSession(defaultSystem(), token);
  const jar = await cookies();
  for (const { name } of jar.getAll()) if (isSessionCookie(name)) jar.set(name, '', forgotten(name));
}

/** Browsers refuse a `__Secure-` cookie without Secure, also when it is being deleted. */
function forgotten(name: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 0, secure: name.startsWith('__Secure-') } as const;
}
