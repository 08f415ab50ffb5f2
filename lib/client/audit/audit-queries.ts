import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import type { EventPageJson } from '#/lib/client/audit/audit-pages.ts';
import { type AuditView, auditQuery } from '#/lib/client/audit/audit-view.ts';
import { NEW_EVENTS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

export const EVENTS_AT_ONCE = 50;

/** The workspace's log as an admin may read it, newest first. Loaded entries stay in place. */
export function auditListQuery(get: FetchApi, view: AuditView, style: TimeStyle) {
  return infiniteQueryOptions({
    queryKey: ['audit', view, style.timeZone] as const,
    queryFn: ({ pageParam, signal }) =>
      get<EventPageJson>(pagePath(view, style, pageParam ? { cursor: pageParam } : {}), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Entries since a page of the log was read; `after` is that page's position. The stream makes it reload. */
export function newEventsQuery(get: FetchApi, view: AuditView, style: TimeStyle, after: string | undefined) {
  return queryOptions({
    queryKey: [...NEW_EVENTS_KEY, view, style.timeZone, after],
    queryFn: after ? ({ signal }) => get<EventPageJson>(pagePath(view, style, { after }), signal) : skipToken,
  });
}

function pagePath(view: AuditView, style: TimeStyle, place: { cursor: string } | { after: string } | object) {
  const query = auditQuery(view, style);
  query.set('limit', String(EVENTS_AT_ONCE));
  for (const [name, value] of Object.entries(place)) query.set(name, value);
  return `/events?${query}` as const;
}

/** The URL of the whole log as a file. */
export function auditExportHref(view: AuditView, style: TimeStyle, format: 'csv' | 'jsonl'): string {
  const query = auditQuery(view, style);
  query.set('format', format);
  return `/api/v1/events/export?${query}`;
}
