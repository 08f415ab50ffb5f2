'use client';

import { useEffect } from 'react';
import { ALL_PAGES, isPageAt } from '#/components/layout/pages.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/** While the server can't be reached the app stays on its page, and says which page it can't show. */
export function usePageRequests(): void {
  const { pages, notices } = useLive();
  useEffect(() => {
    return pages.start((path) => {
      const name = ALL_PAGES.find((page) => isPageAt(page, path))?.name ?? 'that page';
      notices.show({
        icon: 'warning',
        lead: `Can’t show ${name} offline.`,
        text: 'You can stay here, and open it when you are back.',
      });
    });
  }, [pages, notices]);
}
