'use client';

import { type RefObject, useCallback, useEffect, useState } from 'react';

/**
 * Moves the focus to the first field of a form that is wrong, once for each call, when what was wrong is on the page.
 * Call it where a submit finds errors: a field that is being typed in keeps the focus while others are still wrong.
 */
export function useInvalidFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [calls, setCalls] = useState(0);
  useEffect(() => {
    if (calls > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [calls, form]);
  return useCallback(() => setCalls((count) => count + 1), []);
}
