import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ScheduleListJson,
  SchedulePreviewJson,
  ScheduleResponse,
} from '#/lib/alarms/schedules/schedule-schemas.ts';
import { ALARMS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { ScheduleView } from '#/lib/client/schedules/schedule-view.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Among those of alarms: a change of a schedule, or an ended run, is streamed as a change of alarms. */
export const SCHEDULES_KEY = [...ALARMS_KEY, 'schedules'] as const;
/** Every list of schedules. */
export const SCHEDULE_LISTS_KEY = [...SCHEDULES_KEY, 'list'] as const;

export type SchedulePages = InfiniteData<ScheduleListJson, string | null>;
/** When a schedule runs, as the preview takes it. */
export type TypedTiming = {
  cron?: string;
  time_zone?: string;
  repeat?: string;
  start_at?: string;
  end_at?: string;
};

const PAGE = 50;
/** Runs become due without a change of their schedule. A hidden page does not poll. */
const REFRESH_MS = 30 * SECOND_MS;

export function scheduleKey(id: string) {
  return [...SCHEDULES_KEY, 'one', id] as const;
}

export function scheduleListQuery(get: FetchApi, { search, state }: Omit<ScheduleView, 'openId'>) {
  return infiniteQueryOptions({
    queryKey: [...SCHEDULE_LISTS_KEY, { search, state }] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: String(PAGE),
        ...(search && { name: search }),
        ...(state !== 'all' && { status: state }),
        ...(pageParam && { cursor: pageParam }),
      });
      return get<ScheduleListJson>(`/schedules?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** With headers and payload. */
export function scheduleQuery(get: FetchApi, id: string) {
  return queryOptions({
    queryKey: scheduleKey(id),
    queryFn: async ({ signal }) =>
      (await get<ScheduleResponse>(`/schedules/${encodeURIComponent(id)}`, signal)).schedule,
    refetchInterval: REFRESH_MS,
  });
}

/** The next runs of the typed schedule; an invalid one rejects with an error. */
export function previewQuery(http: Http, timing: TypedTiming) {
  return queryOptions({
    queryKey: ['schedule-preview', timing] as const,
    queryFn: async ({ signal }) => {
      const request = { method: 'POST', body: timing, signal } as const;
      return (await http.send<SchedulePreviewJson>('/schedules/preview', request)).next_runs;
    },
    enabled: timing.cron !== undefined || timing.repeat !== undefined,
    placeholderData: keepPreviousData,
    retry: (failures, error) => !(error instanceof ApiProblem) && failures < 2,
  });
}
