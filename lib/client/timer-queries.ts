import { queryOptions } from '@tanstack/react-query';
import { addDays } from '#/lib/client/calendar.ts';
import type { Http } from '#/lib/client/http.ts';
import { CURRENT_KEY, WEEKS_KEY } from '#/lib/client/timer-keys.ts';
import type { TimerNews } from '#/lib/client/timer-news.ts';
import type { CurrentTimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The most a page of the API holds. A week with more says so. */
const WEEK_LIMIT = 200;

export const currentPath = '/timers/current';
export function weekPath(first: string, userId?: string): `/${string}` {
  return `/timers?${userId ? `user_id=${userId}&` : ''}from=${first}&to=${addDays(first, 6)}&limit=${WEEK_LIMIT}`;
}

export function currentQuery(http: Http, news: TimerNews) {
  return queryOptions({
    queryKey: CURRENT_KEY,
    queryFn: async ({ signal }) => news.latest(CURRENT_KEY, await http.send<CurrentTimerJson>(currentPath, { signal })),
  });
}

/** The timers and totals of seven days from this one on. */
export function weekQuery(http: Http, news: TimerNews, first: string) {
  const queryKey = [...WEEKS_KEY, first];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => news.latest(queryKey, await http.send<TimerListJson>(weekPath(first), { signal })),
  });
}
