'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ComposerOption, optionsFor } from '#/components/composer/composer-options.ts';
import { useLive, useRecentDays, useTickets } from '#/lib/client/live/use-live.tsx';
import { searchOf, ticketsQuery } from '#/lib/client/tickets/ticket-search-queries.ts';
import type { TypedEntry } from '#/lib/client/typed/typed-entry.ts';

const SEARCH_AFTER_MS = 120;
const NO_OPTIONS: ComposerOption[] = [];

/** Builds the options for text; null until it is loaded. */
type OptionsModule = { optionsFor: typeof optionsFor } | null;

/**
 * The options for the typed text, from known tickets and found ones; `resolve` returns the current ones. It waits
 * for nothing, unless a ticket is to be created: there may be one that only the server knows.
 */
export function useComposerOptions(
  typed: TypedEntry,
  module: OptionsModule,
): {
  options: ComposerOption[];
  resolve: (entry: TypedEntry, loaded?: OptionsModule) => Promise<ComposerOption[]>;
} {
  const client = useQueryClient();
  const { http } = useLive();
  const search = searchOf(typed);
  const [searched, setSearched] = useState(search);
  useEffect(() => {
    const timeout = setTimeout(() => setSearched(search), SEARCH_AFTER_MS);
    return () => clearTimeout(timeout);
  }, [search]);
  const known = useTickets('').data?.tickets ?? [];
  const found = useTickets(searched).data?.tickets ?? [];
  const recent = useRecentDays().data?.timers ?? [];
  const tickets = [...known, ...found];
  return {
    options: module?.optionsFor(typed, tickets, recent) ?? NO_OPTIONS,
    async resolve(entry: TypedEntry, loaded = module) {
      if (!loaded) return NO_OPTIONS;
      const options = loaded.optionsFor(entry, tickets, recent);
      if (options[0]?.kind !== 'new_ticket') return options;
      const response = await client.fetchQuery(ticketsQuery(http, searchOf(entry))).catch(() => null);
      return loaded.optionsFor(entry, [...tickets, ...(response?.tickets ?? [])], recent);
    },
  };
}
