'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ComposerOption, optionsFor, searchOf } from '#/components/timers/composer-options.ts';
import { ticketsQuery } from '#/lib/client/ticket-queries.ts';
import type { TypedEntry } from '#/lib/client/typed-entry.ts';
import { useLive, useRecentDays, useTickets } from '#/lib/client/use-live.tsx';

const SEARCH_AFTER_MS = 120;

/** The options for what is typed, as found a moment ago; `resolve` waits for those of what is typed now. */
export function useComposerOptions(typed: TypedEntry): {
  options: ComposerOption[];
  resolve: (meant: TypedEntry) => Promise<ComposerOption[]>;
} {
  const client = useQueryClient();
  const { http } = useLive();
  const search = searchOf(typed);
  const [searched, setSearched] = useState(search);
  useEffect(() => {
    const timeout = setTimeout(() => setSearched(search), SEARCH_AFTER_MS);
    return () => clearTimeout(timeout);
  }, [search]);
  const { data } = useTickets(searched);
  const lately = useRecentDays().data?.timers ?? [];
  return {
    options: optionsFor(typed, data?.tickets ?? [], lately),
    async resolve(meant) {
      if (!meant.query) return optionsFor(meant, data?.tickets ?? [], lately);
      const found = await client.fetchQuery(ticketsQuery(http, searchOf(meant))).catch(() => null);
      return optionsFor(meant, found?.tickets ?? [], lately);
    },
  };
}
