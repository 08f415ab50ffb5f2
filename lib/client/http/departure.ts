/** Told to the window when the session is over, before the page leaves; canceled where typed words would go with it. */
export const SIGNED_OUT = 'signed-out';

let isInProgress = false;

/**
 * Runs a sign-out that the person asked for. Errors of other requests that the end of the session causes meanwhile are
 * expected.
 */
export async function depart(signOut: () => Promise<void>): Promise<void> {
  isInProgress = true;
  try {
    await signOut();
  } catch (error) {
    isInProgress = false;
    throw error;
  }
}

/** True during a sign-out that the person asked for, and afterwards until the page is gone. */
export function isDeparting(): boolean {
  return isInProgress;
}
