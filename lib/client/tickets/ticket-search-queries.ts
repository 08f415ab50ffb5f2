import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { TypedEntry } from '#/lib/client/typed/typed-entry.ts';
import type { TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** How many are offered for typed text. */
export const SUGGESTION_COUNT = 6;
/** Loaded without a search, so that typed text is matched at once: the tickets that a person uses. */
const RECENT_COUNT = 50;

/** The search to send: a key finds its ticket whatever follows it. */
export function searchOf(typed: Pick<TypedEntry, 'ticket' | 'query'>): string {
  return typed.ticket?.key ?? typed.query;
}

export function ticketsPath(search: string): `/${string}` {
  const query = new URLSearchParams({
    limit: String(search ? SUGGESTION_COUNT : RECENT_COUNT),
    ...(search && { search }),
  });
  return `/tickets?${query}`;
}

export function ticketsKey(search: string) {
  return [...TICKETS_KEY, search] as const;
}

/**
 * Matching tickets, last used first, and more of them without a search; while a search is in flight the previous ones
 * stay.
 */
export function ticketsQuery(http: Http, search: string) {
  return queryOptions({
    queryKey: ticketsKey(search),
    queryFn: ({ signal }) => http.send<TicketListJson>(ticketsPath(search), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
