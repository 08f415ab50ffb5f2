'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';

type FetchOptions = Parameters<ReturnType<typeof useRouter>['prefetch']>[1] & object;

/** Not only the shared parts of pages, but the page with its data. Next names this by an internal constant. */
const FULL_PREFETCH = 'full' as NonNullable<FetchOptions>['kind'];

/**
 * Prefetches pages; a cached one is not fetched again. With `isKept` also after a change has made the router drop it.
 */
export function useFetchPage(): (href: string, isKept?: boolean) => void {
  const router = useRouter();
  return useCallback(
    (href, isKept = false) => {
      // Pages compiled on demand are not prefetched.
      if (process.env.NODE_ENV === 'development' || !navigator.onLine) return;
      const fetchPage = () =>
        router.prefetch(href, { kind: FULL_PREFETCH, ...(isKept && { onInvalidate: fetchPage }) } as FetchOptions);
      fetchPage();
    },
    [router],
  );
}
