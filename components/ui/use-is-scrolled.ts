import { useSyncExternalStore } from 'react';

/** From here on someone reads further down, and what comes on top would push it away. */
const SCROLLED_PX = 120;

/** Whether the page is scrolled so far that its top is out of sight. */
export function useIsScrolled(): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > SCROLLED_PX,
    () => false,
  );
}

function onScroll(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
}
