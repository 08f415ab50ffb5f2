'use client';

import { type RefObject, useCallback } from 'react';

export type RowNavigation = {
  /** To the next or the previous row; without a current row to the first or the last. */
  navigate: (step: 1 | -1) => void;
  focusedRow: () => HTMLElement | null;
  rowOf: (element: Element) => HTMLElement | null;
};

/**
 * J and K, and arrows, through the rows of a list; `selector` selects rows, `inRow` the element in it that takes the
 * focus, if there is one, else the row itself.
 */
export function useRowNavigation(box: RefObject<HTMLElement | null>, selector: string, inRow?: string): RowNavigation {
  const rowOf = useCallback((element: Element) => element.closest<HTMLElement>(selector), [selector]);
  const focusedRow = useCallback(() => document.activeElement && rowOf(document.activeElement), [rowOf]);
  const navigate = useCallback(
    (step: 1 | -1) => {
      const rows = [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
      const focused = focusedRow();
      const at = focused ? rows.indexOf(focused) : step === 1 ? -1 : rows.length;
      const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
      ((inRow && next?.querySelector<HTMLElement>(inRow)) || next)?.focus();
    },
    [box, selector, inRow, focusedRow],
  );
  return { navigate, focusedRow, rowOf };
}
