'use client';

import { useCallback, useState } from 'react';

/** Which entries show their spans. `reveal` also takes the focus there. */
export function useOpenEntries() {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());

  const toggle = useCallback((id: string, isOpen: boolean) => {
    setOpenIds((ids) => {
      const next = new Set(ids);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  const reveal = useCallback(
    (id: string) => {
      toggle(id, true);
      const row = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
      row?.scrollIntoView({ block: 'nearest' });
      row?.focus();
    },
    [toggle],
  );

  return { openIds, toggle, reveal };
}
