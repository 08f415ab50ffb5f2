import { useCallback, useRef } from 'react';

/** Two presses closer than this are one: a double click, a key held or struck twice. */
export const DOUBLE_CLICK_MS = 500;

/**
 * Answers whether a press counts, for controls under which something else comes to lie once they are pressed. With
 * `fromStart` the control's own appearing counts as a press, since it may have come to lie under one.
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
