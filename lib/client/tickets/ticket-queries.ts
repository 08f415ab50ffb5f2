import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AskApi } from '#/lib/client/alarms/alarm-queries.ts';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import type { TicketView } from '#/lib/client/tickets/ticket-view.ts';
import type { TypedEntry } from '#/lib/client/typed/typed-entry.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TicketListJson, TicketResponseJson, TicketSpanListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

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

export type TicketPages = InfiniteData<TicketListJson, string | null>;
/** Every list of the page of tickets; an object, so that no search of the composer is taken for one. */
export const TICKET_LISTS_KEY = [...TICKETS_KEY, { list: {} }] as const;
const PAGE = 50;
/** What others do to their timers is told to no one else: it is asked for. */
const ASK_EVERY_MS = MINUTE_MS;

/** Tickets with their time, a page at a time. */
export function ticketListQuery(ask: AskApi, view: TicketView) {
  return infiniteQueryOptions({
    queryKey: [...TICKETS_KEY, { list: view }] as const,
    queryFn: ({ pageParam, signal }) => ask<TicketListJson>(listPath(view, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  });
}

function listPath({ search, state, sort, projectId }: TicketView, cursor: string | null): `/${string}` {
  const query = new URLSearchParams({
    with_time: 'true',
    limit: String(PAGE),
    sort,
    state,
    ...(search && { search }),
    ...(projectId && { project_id: projectId }),
    ...(cursor && { cursor }),
  });
  return `/tickets?${query}`;
}

function ticketKeyOf(key: string) {
  return [...TICKETS_KEY, { one: key.toUpperCase() }] as const;
}

/** One ticket with its time, by its key. */
export function ticketQuery(ask: AskApi, key: string) {
  return queryOptions({
    queryKey: ticketKeyOf(key),
    queryFn: ({ signal }) => ask<TicketResponseJson>(`/tickets/${encodeURIComponent(key)}`, signal),
    refetchInterval: ASK_EVERY_MS,
  });
}

/** When people worked on it, newest first. */
export function ticketSpansQuery(ask: AskApi, key: string) {
  return infiniteQueryOptions({
    queryKey: [...TICKETS_KEY, { spans: key.toUpperCase() }] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE), ...(pageParam && { cursor: pageParam }) });
      return ask<TicketSpanListJson>(`/tickets/${encodeURIComponent(key)}/spans?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ASK_EVERY_MS,
  });
}
