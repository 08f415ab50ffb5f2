'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { API_REFERENCE } from '#/components/layout/pages.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** Opens a page by key or button. Offline, the app stays where it is and reports which page it can't show. */
export function useOpenPage(): (href: string) => void {
  const router = useRouter();
  const { pages } = useLive();
  return useCallback(
    (href) => {
      const { requests } = pages;
      if (href !== API_REFERENCE.href) {
        requests?.opening(href);
        router.push(href);
      } else if (requests?.mayLoad(href) !== false) window.location.assign(href);
    },
    [router, pages],
  );
}
