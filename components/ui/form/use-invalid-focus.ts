'use client';

import { type RefObject, useCallback, useEffect, useState } from 'react';

/**
 * Moves the focus to the first invalid field of a form, once for each call, when the errors are on the page. Call it
 * when a submit finds errors: a field being typed in keeps the focus while others are still invalid.
 */
export function useInvalidFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [calls, setCalls] = useState(0);
  useEffect(() => {
    if (calls > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [calls, form]);
  return useCallback(() => setCalls((count) => count + 1), []);
}
