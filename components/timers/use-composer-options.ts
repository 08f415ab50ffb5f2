'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ComposerOption, optionsFor, searchOf } from '#/components/timers/composer-options.ts';
import { ticketsQuery } from '#/lib/client/ticket-queries.ts';
import { useLive, useTickets } from '#/lib/client/use-live.tsx';
import { readWish } from '#/lib/client/wish.ts';

const SEARCH_AFTER_MS = 120;

/** The options for the text, as it was a moment ago; `resolve` waits for those of the text as it is now. */
export function useComposerOptions(text: string): {
  options: ComposerOption[];
  resolve: () => Promise<ComposerOption[]>;
} {
  const client = useQueryClient();
  const { http } = useLive();
  const [searched, setSearched] = useState(text);
  useEffect(() => {
    const timeout = setTimeout(() => setSearched(text), SEARCH_AFTER_MS);
    return () => clearTimeout(timeout);
  }, [text]);
  const { data } = useTickets(searchOf(readWish(searched)));
  const typed = readWish(text);
  return {
    options: optionsFor(typed, data?.tickets ?? []),
    async resolve() {
      if (!typed.query) return optionsFor(typed, data?.tickets ?? []);
      const found = await client.fetchQuery(ticketsQuery(http, searchOf(typed))).catch(() => null);
      return optionsFor(typed, found?.tickets ?? []);
    },
  };
}
