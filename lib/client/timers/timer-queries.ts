import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addDays, weekOf } from '#/lib/client/calendar/calendar.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { CURRENT_KEY, WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import type { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { CurrentTimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The maximum of the API's page. A list with more says so. */
export const PAGE_LIMIT = 200;
/** On a Monday morning Friday is included, and the previous Monday. */
const DAYS_BACK = 7;
/** For people who were away for longer. */
const LATEST_SHOWN = 20;

export const currentPath = '/timers/current';

export function currentQuery(http: Http, updates: TimerUpdates) {
  return queryOptions({
    queryKey: CURRENT_KEY,
    queryFn: async ({ signal }) =>
      updates.latest(CURRENT_KEY, await http.send<CurrentTimerJson>(currentPath, { signal })),
  });
}

/** The days shown on Today: those since this weekday of last week, and all of this week. */
export function recentDays(today: string, weekStart: number) {
  const [from, to] = [addDays(today, -DAYS_BACK), addDays(weekOf(today, weekStart), 6)];
  return { key: [...WEEKS_KEY, from, to], path: `/timers?from=${from}&to=${to}&limit=${PAGE_LIMIT}` } as const;
}

/** The timers and totals of the last days and of this week. Yesterday's stay until those of a new day are loaded. */
export function recentQuery(http: Http, updates: TimerUpdates, today: string, weekStart: number) {
  const { key: queryKey, path } = recentDays(today, weekStart);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => updates.latest(queryKey, await http.send<TimerListJson>(path, { signal })),
    placeholderData: keepPreviousData,
  });
}

export const LATEST_KEY = [...WEEKS_KEY, 'latest'];
export const latestPath = `/timers?limit=${LATEST_SHOWN}` as const;

/** The timers that were started last, however long ago. */
export function latestQuery(http: Http, updates: TimerUpdates) {
  return queryOptions({
    queryKey: LATEST_KEY,
    queryFn: async ({ signal }) => updates.latest(LATEST_KEY, await http.send<TimerListJson>(latestPath, { signal })),
  });
}
