import { useCallback, useRef } from 'react';

/** Two clicks closer than this are one: a double click, or a held or repeated key. */
export const DOUBLE_CLICK_MS = 500;

/**
 * Returns whether a click counts, for controls that are replaced by another one when clicked. With `fromStart` the
 * control's own appearance counts as a click, since it may have appeared under one.
 */
export function useDoubleClickGuard({ fromStart = false } = {}): () => boolean {
  const last = useRef<number | null>(null);
  last.current ??= fromStart ? performance.now() : Number.NEGATIVE_INFINITY;
  return useCallback(() => {
    const now = performance.now();
    const counts = now - (last.current ?? Number.NEGATIVE_INFINITY) > DOUBLE_CLICK_MS;
    if (counts) last.current = now;
    return counts;
  }, []);
}
