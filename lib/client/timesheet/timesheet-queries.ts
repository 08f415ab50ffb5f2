import { queryOptions } from '@tanstack/react-query';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { type DayRange, weekFrom } from '#/lib/client/calendar/day-range.ts';
import { WEEK_STATES_KEY } from '#/lib/client/http/cache-keys.ts';
import { fetchAllPages } from '#/lib/client/http/fetch-all-pages.ts';
import { WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { PAGE_LIMIT } from '#/lib/client/timers/timer-queries.ts';
import type { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type FetchTimers = (path: `/${string}`, signal?: AbortSignal) => Promise<TimerListJson>;
type Latest = TimerUpdates['latest'];

/** Separate from the week of Today, which has one page: updates of timers reach both. */
export function wholeDaysKey({ first, days }: DayRange) {
  return [...WEEKS_KEY, first, days, 'whole'] as const;
}

/** All timers of these days, however many pages: the sums of a timesheet are those of its rows. */
export function wholeDaysQuery(get: FetchTimers, range: DayRange, latest: Latest = (_, response) => response) {
  const queryKey = wholeDaysKey(range);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => latest(queryKey, await fetchAllPages((path) => get(path, signal), daysPath(range))),
  });
}

/** All timers of the seven days from this one on. */
export function wholeWeekQuery(get: FetchTimers, first: string, latest?: Latest) {
  return wholeDaysQuery(get, weekFrom(first), latest);
}

/** The same for any member, in their own days, separate from the state of the week. */
export function memberWeekQuery(get: FetchTimers, userId: string, first: string) {
  return queryOptions({
    queryKey: [...WEEK_STATES_KEY, 'time', userId, first] as const,
    queryFn: ({ signal }) => fetchAllPages((path) => get(path, signal), daysPath(weekFrom(first), userId)),
    refetchInterval: MINUTE_MS,
  });
}

function daysPath({ first, days }: DayRange, userId?: string): `/${string}` {
  return `/timers?${userId ? `user_id=${userId}&` : ''}from=${first}&to=${addDays(first, days - 1)}&limit=${PAGE_LIMIT}`;
}
