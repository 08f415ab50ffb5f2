import { clearDrafts } from '#/lib/client/page/stored-drafts.ts';

/** Under which name it is kept. */
export const LAST_KNOWN = 'last_known_timer';
/** And the workspace that was worked in. */
export const LAST_WORKSPACE = 'last_workspace';
/** A page that has ended the sign-in is still there for a moment, and is left like any other. */
let isOver = false;

/** Whether the sign-in is over, here or in another tab: nothing of the account is to be written back. */
export function isLastKnownCleared(): boolean {
  return isOver;
}

/** With the end of a sign-in, so that nothing of the account stays on the device. This page keeps nothing more. */
export function clearLastKnown(): void {
  isOver = true;
  try {
    localStorage.removeItem(LAST_KNOWN);
    localStorage.removeItem(LAST_WORKSPACE);
  } catch {
    // Refused storage holds nothing to forget.
  }
}

/** Other tabs share the sign-in: one that ends it must not find the timer written back by the rest. */
export function clearWithOtherTabs(): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key !== LAST_KNOWN || event.newValue !== null) return;
    isOver = true;
    clearDrafts();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
