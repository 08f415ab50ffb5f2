import { post } from '#/components/accounts/auth-requests.ts';
import { depart } from '#/lib/client/departure.ts';

/**
 * Ends the session on the server, then leaves for the sign-in page with a full load, so that nothing of the account
 * stays in memory. Rejects when the server did not end it: the person is still signed in then, and should be told.
 */
export function signOut(): Promise<void> {
  return endSignIn('/sign-in');
}

/** The same, leaving for another page of this site. */
export function endSignIn(path: string): Promise<void> {
  return depart(async () => {
    const { status } = await post('signout', {});
    if (status !== 200) throw new Error('Signing out failed. You are still signed in; try again.');
    window.location.assign(path);
  });
}
