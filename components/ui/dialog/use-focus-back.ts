'use client';

import { useCallback, useRef } from 'react';

/**
 * For a button that is replaced by what it opens: a ref for it, and a function to call when that closes. When the
 * button is rendered again it takes the focus, which would otherwise move to the body.
 */
export function useFocusBack() {
  const isReturning = useRef(false);
  const ref = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isReturning.current) return;
    isReturning.current = false;
    button.focus();
  }, []);
  const returnFocus = useCallback(() => {
    isReturning.current = true;
  }, []);
  return [ref, returnFocus] as const;
}
