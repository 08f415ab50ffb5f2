import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { TicketView } from '#/lib/client/tickets/ticket-view.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TicketListJson, TicketResponseJson, TicketSpanListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

export type TicketPages = InfiniteData<TicketListJson, string | null>;
const PAGE = 50;
/** Others' timers are not streamed: they are polled. */
const ASK_EVERY_MS = MINUTE_MS;

/** Tickets with their time, page by page. */
export function ticketListQuery(get: FetchApi, view: TicketView) {
  return infiniteQueryOptions({
    queryKey: [...TICKETS_KEY, { list: view }] as const,
    queryFn: ({ pageParam, signal }) => get<TicketListJson>(listPath(view, pageParam), signal),
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
export function ticketQuery(get: FetchApi, key: string) {
  return queryOptions({
    queryKey: ticketKeyOf(key),
    queryFn: ({ signal }) => get<TicketResponseJson>(`/tickets/${encodeURIComponent(key)}`, signal),
    refetchInterval: ASK_EVERY_MS,
  });
}

/** When people worked on it, newest first. */
export function ticketSpansQuery(get: FetchApi, key: string) {
  return infiniteQueryOptions({
    queryKey: [...TICKETS_KEY, { spans: key.toUpperCase() }] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE), ...(pageParam && { cursor: pageParam }) });
      return get<TicketSpanListJson>(`/tickets/${encodeURIComponent(key)}/spans?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ASK_EVERY_MS,
  });
}
