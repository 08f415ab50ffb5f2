'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';

type FetchOptions = Parameters<ReturnType<typeof useRouter>['prefetch']>[1] & object;

/** Not only what pages have in common, but the page with its data. Next names this by a constant of its inner rooms. */
const WHOLE = 'full' as NonNullable<FetchOptions>['kind'];

/**
 * Fetches pages before they are wanted; one that is there already is not fetched again. With `isKept` also after a change
 * has made the router forget it.
 */
export function useFetchPage(): (href: string, isKept?: boolean) => void {
  const router = useRouter();
  return useCallback(
    (href, isKept = false) => {
      // What is made on demand is not made before the demand.
      if (process.env.NODE_ENV === 'development' || !navigator.onLine) return;
      const fetchPage = () =>
        router.prefetch(href, { kind: WHOLE, ...(isKept && { onInvalidate: fetchPage }) } as FetchOptions);
      fetchPage();
    },
    [router],
  );
}
