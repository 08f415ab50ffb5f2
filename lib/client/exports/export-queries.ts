import { queryOptions } from '@tanstack/react-query';
import type { CalendarFeedJson } from '#/lib/analytics/calendar-feeds/calendar-feed-schemas.ts';
import type { ExportJson } from '#/lib/analytics/exports/requested-export-schemas.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export const EXPORTS_KEY = ['exports'] as const;
export const CALENDAR_FEED_KEY = ['calendar-feed'] as const;
/** How often the progress of an export is polled. */
const PROGRESS_MS = 2 * SECOND_MS;

type ExportListJson = { exports: ExportJson[]; server_time: string };

/** Whether it is queued or in progress. */
export function isOpen({ status }: Pick<ExportJson, 'status'>): boolean {
  return status === 'requested' || status === 'running';
}

/** The user's exports, newest first. Fetched again while any of them is being written. */
export function exportsQuery(get: FetchApi) {
  return queryOptions({
    queryKey: EXPORTS_KEY,
    queryFn: ({ signal }) => get<ExportListJson>('/reports/exports', signal),
    refetchInterval: ({ state }) => (state.data?.exports.some(isOpen) ? PROGRESS_MS : false),
  });
}

/** Whether the user has a calendar URL. */
export function calendarFeedQuery(get: FetchApi) {
  return queryOptions({
    queryKey: CALENDAR_FEED_KEY,
    queryFn: ({ signal }) => get<CalendarFeedJson>('/me/calendar-feed', signal),
  });
}
