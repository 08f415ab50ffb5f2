import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { WEEK_STATES_KEY } from '#/lib/client/http/cache-keys.ts';
import type { WeekTab } from '#/lib/client/weeks/week-view.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { WeekListJson } from '#/lib/tracking/weeks/week-schemas.ts';

/** How many are listed at once. */
export const WEEKS_AT_ONCE = 50;
/** Others' submissions are not streamed. */
const POLL_MS = 30 * SECOND_MS;

/** The state of one week of a member; null if it was never submitted. Polled once a minute for decisions of others. */
export function weekStateQuery(get: FetchApi, userId: string, startsOn: string) {
  return queryOptions({
    queryKey: [...WEEK_STATES_KEY, { userId, startsOn }] as const,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ user_id: userId, starts_on: startsOn });
      const { weeks } = await get<WeekListJson>(`/weeks?${query}`, signal);
      return weeks[0] ?? null;
    },
    refetchInterval: MINUTE_MS,
  });
}

/** Everyone's weeks in a state, newest first. */
export function weekListQuery(get: FetchApi, tab: WeekTab) {
  return infiniteQueryOptions({
    queryKey: [...WEEK_STATES_KEY, 'list', tab] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ status: tab, limit: String(WEEKS_AT_ONCE) });
      if (pageParam) query.set('cursor', pageParam);
      return get<WeekListJson>(`/weeks?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: POLL_MS,
  });
}
