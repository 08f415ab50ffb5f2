let isInProgress = false;

/** Runs a sign-out of the person's own. What the session's end does to other requests meanwhile is expected. */
export async function depart(signOut: () => Promise<void>): Promise<void> {
  isInProgress = true;
  try {
    await signOut();
  } catch (error) {
    isInProgress = false;
    throw error;
  }
}

/** True while a sign-out of the person's own continues, and after it, until the page is gone. */
export function isDeparting(): boolean {
  return isInProgress;
}
