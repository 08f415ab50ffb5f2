'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { type DayRange, weekFrom } from '#/lib/client/calendar/day-range.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { wholeDaysQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** All timers of a week; those of the previous week, a likely next page, are fetched as well. */
export function useWholeWeek(week: string) {
  const [range, beside] = useMemo(() => [weekFrom(week), [weekFrom(addDays(week, -7))]], [week]);
  return useWholeDays(range, beside);
}

/**
 * All timers of some days, and soon those of the days `beside` them; both the same on every render until they change.
 */
export function useWholeDays(range: DayRange, beside: readonly DayRange[]) {
  const live = useLive();
  const client = useQueryClient();
  const response = useQuery(queryOf(live, range));
  const isKnown = response.data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    for (const other of beside) void client.prefetchQuery(queryOf(live, other));
  }, [beside, client, isKnown, live]);
  return response;
}

function queryOf({ http, updates }: Live, range: DayRange) {
  return wholeDaysQuery(
    (path, signal) => http.send<TimerListJson>(path, { signal }),
    range,
    (key, list) => updates.latest(key, list),
  );
}
