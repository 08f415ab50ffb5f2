'use client';

import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { adjacentRow } from '#/lib/client/alarms/alarm-rows.ts';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';

type Options = { ids: string[]; openId: string | null; open: (id: string) => void };

/** J and K, and arrows in the list: to the next and the previous row; the open alarm changes too. */
export function useListNavigation(
  box: RefObject<HTMLElement | null>,
  { ids, openId, open }: Options,
): (step: 1 | -1) => void {
  const navigate = useCallback(
    (step: 1 | -1) => {
      const next = adjacentRow(ids, openId ?? focusedRow(), step);
      if (next === null) return;
      focusRow(box.current, next);
      if (openId !== null) open(next);
    },
    [box, ids, openId, open],
  );
  useShortcuts(useMemo(() => ({ j: () => navigate(1), k: () => navigate(-1) }), [navigate]));
  return navigate;
}

/** X selects the open row, else the focused one. */
export function useChoosing(openId: string | null, choose: ((id: string) => void) | null): void {
  useShortcuts(
    useMemo(() => {
      const chooseRow = () => {
        const id = openId ?? focusedRow();
        if (id !== null) choose?.(id);
      };
      return { x: choose ? chooseRow : undefined };
    }, [openId, choose]),
  );
}

/** When the focused row leaves the list, the one that takes its place gets the focus. */
export function useFocusNext(box: RefObject<HTMLElement | null>, ids: string[]) {
  const focused = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const left = focused.current;
    if (!left || ids.includes(left.id) || document.activeElement !== document.body) return;
    const next = ids[Math.min(left.index, ids.length - 1)];
    focused.current = null;
    if (next) focusRow(box.current, next);
  }, [box, ids]);
  return {
    onFocus: () => {
      const id = focusedRow();
      focused.current = id === null ? null : { id, index: ids.indexOf(id) };
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null;
    },
  };
}

function focusedRow(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-alarm]')?.dataset.alarm ?? null;
}

function focusRow(box: HTMLElement | null, id: string): void {
  box?.querySelector<HTMLElement>(`[data-alarm="${CSS.escape(id)}"] a`)?.focus();
}
