'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { COMPOSE_HREF } from '#/components/composer/compose-from-link.ts';
import { ALL_PAGES, API_REFERENCE, openTo, TODAY } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { useFetchPage } from '#/components/layout/use-fetch-page.ts';
import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { useLive, useMe, useShortcuts } from '#/lib/client/live/use-live.tsx';

/** The keys that work on every page. */
export function useKeys(show: (sheet: Sheet) => void): void {
  const { shortcuts, toasts } = useLive();
  const { scopes } = useMe();
  const openPage = useOpenPage();
  const fetchPage = useFetchPage();
  const isToday = usePathname() === TODAY.href;
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // The time of the key press, not of its handling on a busy page.
      const at = event.timeStamp;
      if (!shortcuts.press(event, at)) return;
      event.preventDefault();
      if (!shortcuts.isWaiting(at)) return;
      for (const page of openTo(scopes, ALL_PAGES)) if (page !== API_REFERENCE) fetchPage(page.href);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [shortcuts, fetchPage, scopes]);
  useShortcuts(
    useMemo(() => {
      const pages = openTo(scopes, ALL_PAGES).map((page) => [page.keys.toLowerCase(), () => openPage(page.href)]);
      return {
        ...Object.fromEntries(pages),
        // Today has its field on the page.
        n: isToday ? undefined : () => openPage(COMPOSE_HREF),
        '?': () => show('shortcuts'),
        'g i': scopes.includes('notifications:read') ? () => show('inbox') : undefined,
        'mod+k': () => show('command'),
        'mod+z': () => toasts.undo(),
      };
    }, [openPage, scopes, show, toasts, isToday]),
  );
}
