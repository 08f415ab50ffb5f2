import { queryOptions } from '@tanstack/react-query';
import { WEEK_STATES_KEY } from '#/lib/client/http/cache-keys.ts';
import { wholeList } from '#/lib/client/http/whole-list.ts';
import { WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { weekPath } from '#/lib/client/timers/timer-queries.ts';
import type { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Ask = (path: `/${string}`, signal?: AbortSignal) => Promise<TimerListJson>;
type Latest = TimerUpdates['latest'];

/** Beside the week of Today, which holds one page: updates of timers reach both. */
export function wholeWeekKey(first: string) {
  return [...WEEKS_KEY, first, 'whole'] as const;
}

/** All timers of seven days, however many pages they fill: the sums of a timesheet are those of its rows. */
export function wholeWeekQuery(ask: Ask, first: string, latest: Latest = (_, response) => response) {
  const queryKey = wholeWeekKey(first);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => latest(queryKey, await wholeList((path) => ask(path, signal), weekPath(first))),
  });
}

/** The same of any member, in their own days, beside what was said of it. */
export function memberWeekQuery(ask: Ask, userId: string, first: string) {
  return queryOptions({
    queryKey: [...WEEK_STATES_KEY, 'time', userId, first] as const,
    queryFn: ({ signal }) => wholeList((path) => ask(path, signal), weekPath(first, userId)),
    refetchInterval: MINUTE_MS,
  });
}
