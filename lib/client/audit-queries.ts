import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AskApi } from '#/lib/client/alarm-queries.ts';
import { type AuditView, auditQuery } from '#/lib/client/audit-view.ts';
import type { TimeStyle } from '#/lib/client/time-style.ts';
import type { EventJson } from '#/lib/events/event-schemas.ts';

export const EVENTS_AT_ONCE = 50;

type EventPageJson = { events: EventJson[]; next_cursor: string | null; server_time: string };

/** What an admin may read of the log of the workspace, the newest first. What is read stays where it is; it is asked anew by choice. */
export function auditListQuery(ask: AskApi, view: AuditView, style: TimeStyle) {
  return infiniteQueryOptions({
    queryKey: ['audit', view, style.timeZone] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = auditQuery(view, style);
      query.set('limit', String(EVENTS_AT_ONCE));
      if (pageParam) query.set('cursor', pageParam);
      return ask<EventPageJson>(`/events?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Where the whole of it is to be had as a file. */
export function auditExportHref(view: AuditView, style: TimeStyle, format: 'csv' | 'jsonl'): string {
  const query = auditQuery(view, style);
  query.set('format', format);
  return `/api/v1/events/export?${query}`;
}
