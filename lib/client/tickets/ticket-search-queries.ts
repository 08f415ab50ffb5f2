import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { TypedEntry } from '#/lib/client/typed/typed-entry.ts';
import type { TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** How many are offered for what is typed. */
export const SUGGESTIONS = 6;
/** Known without a search, so that what is typed is matched at once: those that a person uses. */
const KNOWN = 50;

/** What to ask the server for: a key finds its ticket whatever words follow it. */
export function searchOf(typed: Pick<TypedEntry, 'ticket' | 'query'>): string {
  return typed.ticket?.key ?? typed.query;
}

export function ticketsPath(search: string): `/${string}` {
  const query = new URLSearchParams({ limit: String(search ? SUGGESTIONS : KNOWN), ...(search && { search }) });
  return `/tickets?${query}`;
}

export function ticketsKey(search: string) {
  return [...TICKETS_KEY, search] as const;
}

/** Tickets that match, those you used last first, more of them where nothing is searched; while a search runs the ones before stay in place. */
export function ticketsQuery(http: Http, search: string) {
  return queryOptions({
    queryKey: ticketsKey(search),
    queryFn: ({ signal }) => http.send<TicketListJson>(ticketsPath(search), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
