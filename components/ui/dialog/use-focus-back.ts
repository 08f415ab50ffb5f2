'use client';

import { useCallback, useRef } from 'react';

/**
 * For a button that makes way for what it opens: a ref for it, and a function to call as that closes. When the button is
 * drawn again it takes the focus, which would fall to the body otherwise.
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
