import { clearDrafts } from '#/lib/client/page/stored-drafts.ts';

/** The key of the stored timer. */
export const LAST_KNOWN = 'last_known_timer';
/** And of the last workspace. */
export const LAST_WORKSPACE = 'last_workspace';
/** A page that has signed out is still there for a moment, and is left like any other. */
let isOver = false;

/** Whether the session has ended, here or in another tab: nothing of the account may be stored again. */
export function isLastKnownCleared(): boolean {
  return isOver;
}

/** Called at sign-out, so that nothing of the account stays on the device. This page stores nothing more. */
export function clearLastKnown(): void {
  isOver = true;
  try {
    localStorage.removeItem(LAST_KNOWN);
    localStorage.removeItem(LAST_WORKSPACE);
  } catch {
    // Blocked storage has nothing to delete.
  }
}

/** Other tabs share the session: after a sign-out in one, the others must not store the timer again. */
export function clearWithOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== LAST_KNOWN || event.newValue !== null) return;
    isOver = true;
    clearDrafts();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
