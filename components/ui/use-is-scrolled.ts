import { useSyncExternalStore } from 'react';

/** Past this, someone reads further down, and new rows at the top would push that away. */
const SCROLLED_PX = 120;

/** Whether the page is scrolled so far that its top is not visible. */
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
