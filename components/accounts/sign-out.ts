'use client';

import { signOutAction } from '#/lib/accounts/sessions/sign-out-action.ts';

/**
 * Ends the session on the server, then leaves for the sign-in page with a full load, so that nothing of the account
 * stays in memory. Rejects when the server cannot be reached: the person is still signed in then, and should be told.
 */
export async function signOut(): Promise<void> {
  await signOutAction();
  window.location.assign('/sign-in');
}
