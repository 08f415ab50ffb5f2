import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FocusReportJson } from '#/lib/analytics/focus/focus-schemas.ts';
import type { PomodoroReportJson } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import type { DailyTotalsJson, DetailedReportJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import type { TeamDayJson } from '#/lib/analytics/reports/team-day-schemas.ts';
import type { TicketReportJson, TicketReportSort } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { StreakJson } from '#/lib/analytics/streaks/streak-schemas.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { REPORTS_KEY } from '#/lib/client/http/cache-keys.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** Running time is shown by the minute, and others' changes are not streamed. */
const POLL_MS = MINUTE_MS;

/** The figures of a report and its groups. */
export function summaryQuery(get: FetchApi, query: URLSearchParams) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'summary', query.toString()],
    queryFn: ({ signal }) => get<ReportSummaryJson>(`/reports/summary?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** Its days with their parts. */
export function dailyTotalsQuery(get: FetchApi, query: URLSearchParams) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'days', query.toString()],
    queryFn: ({ signal }) => get<DailyTotalsJson>(`/reports/daily-totals?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** Its timers, page by page. */
export function detailedQuery(get: FetchApi, filters: URLSearchParams) {
  return infiniteQueryOptions({
    queryKey: [...REPORTS_KEY, 'detailed', filters.toString()] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filters);
      if (pageParam) query.set('cursor', pageParam);
      return get<DetailedReportJson>(`/reports/detailed?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** Tickets with their estimates. */
export function ticketReportQuery(get: FetchApi, filters: URLSearchParams, sort: TicketReportSort) {
  const query = new URLSearchParams(filters);
  query.set('sort', sort);
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'tickets', query.toString()],
    queryFn: ({ signal }) => get<TicketReportJson>(`/reports/tickets?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** How well pomodoros were kept. */
export function pomodoroReportQuery(get: FetchApi, query: URLSearchParams) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'pomodoro', query.toString()],
    queryFn: ({ signal }) => get<PomodoroReportJson>(`/reports/pomodoro?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** How long people worked uninterrupted. */
export function focusReportQuery(get: FetchApi, query: URLSearchParams) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'focus', query.toString()],
    queryFn: ({ signal }) => get<FocusReportJson>(`/reports/focus?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** Who worked when on a day. */
export function teamDayQuery(get: FetchApi, query: URLSearchParams) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'team-day', query.toString()],
    queryFn: ({ signal }) => get<TeamDayJson>(`/reports/team-day?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

/** Today, this week and the streaks of a member. */
export function streakQuery(get: FetchApi, userId: string) {
  return queryOptions({
    queryKey: [...REPORTS_KEY, 'streak', userId],
    queryFn: ({ signal }) => get<StreakJson>(`/reports/streak?user_id=${userId}`, signal),
    refetchInterval: POLL_MS,
  });
}
