'use client';

import { useEffect } from 'react';
import { MAIN_PAGES, openTo, TEAM_PAGES } from '#/components/layout/pages.ts';
import { useFetchPage } from '#/components/layout/use-fetch-page.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** The page's own data and immediate clicks come first. */
const REST_MS = 10 * SECOND_MS;

type Navigator = typeof navigator & { connection?: { saveData?: boolean } };

/** Prefetches the other pages, once this one has been at rest for a moment, unless data saving is on. */
export function PagePrefetcher(): null {
  const { scopes } = useMe();
  const fetchPage = useFetchPage();
  useEffect(() => {
    if ((navigator as Navigator).connection?.saveData) return;
    let idle: number | undefined;
    const warm = () => {
      for (const page of openTo(scopes, [...MAIN_PAGES, ...TEAM_PAGES])) fetchPage(page.href, true);
    };
    const timeout = setTimeout(() => {
      // Safari has no idle callback.
      if (!window.requestIdleCallback) warm();
      else idle = window.requestIdleCallback(warm);
    }, REST_MS);
    return () => {
      clearTimeout(timeout);
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, [fetchPage, scopes]);
  return null;
}
