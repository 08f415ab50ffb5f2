'use client';

import { useCallback, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';

type Named = { id: string };

/** The entries with visible spans, also once the start of one has got a response. `reveal` also focuses one. */
export function useOpenEntries() {
  const { mutations } = useLive();
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (timer: Named) => openKeys.has(mutations.keyOf(timer));

  const toggle = useCallback(
    (timer: Named, isShown: boolean) => {
      setOpenKeys((keys) => {
        const next = new Set(keys);
        if (isShown) next.add(mutations.keyOf(timer));
        else next.delete(mutations.keyOf(timer));
        return next;
      });
    },
    [mutations],
  );

  const reveal = useCallback(
    (id: string) => {
      toggle({ id }, true);
      const row = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
      row?.scrollIntoView({ block: 'nearest' });
      row?.focus();
    },
    [toggle],
  );

  return { isOpen, toggle, reveal };
}
