import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Http } from '#/lib/client/http.ts';
import type { TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

export const TICKETS_KEY = ['tickets'] as const;
const SUGGESTIONS = 6;

export function ticketsPath(search: string): `/${string}` {
  const query = new URLSearchParams({ limit: String(SUGGESTIONS), ...(search && { search }) });
  return `/tickets?${query}`;
}

export function ticketsKey(search: string) {
  return [...TICKETS_KEY, search] as const;
}

/** Tickets that match, those you used last first; while a search runs the ones before stay in place. */
export function ticketsQuery(http: Http, search: string) {
  return queryOptions({
    queryKey: ticketsKey(search),
    queryFn: ({ signal }) => http.send<TicketListJson>(ticketsPath(search), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
