import { postToAuth } from '#/components/auth/auth-post.ts';
import { runSignOut } from '#/lib/client/http/signed-out.ts';
import { endPush } from '#/lib/client/notifications/push-device.ts';
import { clearLastKnown } from '#/lib/client/offline/clear-last-known.ts';
import { clearOfflineQueue } from '#/lib/client/offline/offline-queue.ts';
import { clearDrafts } from '#/lib/client/page/stored-drafts.ts';

/**
 * Ends the session on the server, then leaves for the sign-in page with a full load, so that nothing of the account
 * stays in memory. Rejects if the server did not end it: the person is still signed in, and should see that.
 */
export function signOut(): Promise<void> {
  return endSignIn('/sign-in');
}

/** The same, leaving for another page of this site. */
export function endSignIn(path: string): Promise<void> {
  return runSignOut(async () => {
    const { status } = await postToAuth('signout', {});
    if (status !== 200) throw new Error('The server did not sign out.');
    clearLastKnown();
    clearOfflineQueue();
    clearDrafts();
    // A person's notifications must not show up here after sign-out. A failed sign-out keeps them.
    await endPush().catch(() => {});
    window.location.assign(path);
  });
}
