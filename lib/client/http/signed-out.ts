/**
 * Dispatched on the window when the session has ended, before the page leaves; canceled if typed text would be lost.
 */
export const SIGNED_OUT = 'signed-out';

let isInProgress = false;

/** Runs a requested sign-out. Errors of other requests that the end of the session causes meanwhile are expected. */
export async function runSignOut(signOut: () => Promise<void>): Promise<void> {
  isInProgress = true;
  try {
    await signOut();
  } catch (error) {
    isInProgress = false;
    throw error;
  }
}

/** True during a requested sign-out, and afterwards until the page is gone. */
export function isSigningOut(): boolean {
  return isInProgress;
}
