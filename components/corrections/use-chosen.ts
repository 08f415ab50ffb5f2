'use client';

import { useCallback, useMemo, useState } from 'react';
import type { Chosen } from '#/lib/client/corrections/bulk-edit.ts';
import { NOTHING_SELECTED, withRangeTo } from '#/lib/client/page/row-selection.ts';

export type ChosenTimers = {
  rows: readonly Chosen[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects all from the last selected one to this one. */
  reach: (id: string) => void;
  clear: () => void;
};

/** The maximum of timers in one correction. */
const MAX_SELECTED = 100;

/** Timers of a list that are selected to be corrected together. One that has left the list is no longer selected. */
export function useChosen(rows: readonly Chosen[]): ChosenTimers {
  const [{ ids }, setChosen] = useState(NOTHING_SELECTED);
  const toggle = useCallback((id: string) => {
    setChosen(({ ids }) => ({ ids: ids.has(id) ? ids.difference(new Set([id])) : ids.union(new Set([id])), last: id }));
  }, []);
  const reach = useCallback(
    (id: string) => {
      const order = rows.map(({ timer }) => timer.id);
      setChosen((before) => withRangeTo(order, before, id));
    },
    [rows],
  );
  const clear = useCallback(() => setChosen(NOTHING_SELECTED), []);
  return useMemo(() => {
    const chosen = rows.filter(({ timer }) => ids.has(timer.id)).slice(0, MAX_SELECTED);
    const shown = new Set(chosen.map(({ timer }) => timer.id));
    return { rows: chosen, has: (id: string) => shown.has(id), toggle, reach, clear };
  }, [rows, ids, toggle, reach, clear]);
}
