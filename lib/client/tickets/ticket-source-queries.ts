import { queryOptions } from '@tanstack/react-query';
import type { Http } from '#/lib/client/http/http.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { TicketSourceListJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import type { WorklogsResponseJson } from '#/lib/tracking/worklogs/worklog-schemas.ts';

export const TICKET_SOURCES_KEY = ['ticket-sources'] as const;
/** Received webhooks are not streamed. A hidden page does not poll. */
const POLL_MS = 30 * SECOND_MS;

export function ticketSourcesQuery(http: Http) {
  return queryOptions({
    queryKey: TICKET_SOURCES_KEY,
    queryFn: ({ signal }) => http.send<TicketSourceListJson>('/ticket-sources', { signal }),
    refetchInterval: POLL_MS,
  });
}

/** How a source pushes worklogs, and its progress. */
export function worklogsQuery(http: Http, sourceId: string) {
  return queryOptions({
    queryKey: [...TICKET_SOURCES_KEY, sourceId, 'worklogs'],
    queryFn: async ({ signal }) =>
      (await http.send<WorklogsResponseJson>(`/ticket-sources/${sourceId}/worklogs`, { signal })).worklogs,
    refetchInterval: POLL_MS,
  });
}
