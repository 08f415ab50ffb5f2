'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { wholeWeekQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

const WEEK_BEFORE = [-7];

/** All timers of a week; those of the weeks beside it that people go to next are fetched as well. */
export function useWholeWeek(week: string, beside: readonly number[] = WEEK_BEFORE) {
  const live = useLive();
  const client = useQueryClient();
  const response = useQuery(queryOf(live, week));
  const isKnown = response.data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    for (const days of beside) void client.prefetchQuery(queryOf(live, addDays(week, days)));
  }, [beside, client, isKnown, live, week]);
  return response;
}

function queryOf({ http, updates }: Live, week: string) {
  return wholeWeekQuery(
    (path, signal) => http.send<TimerListJson>(path, { signal }),
    week,
    (key, list) => updates.latest(key, list),
  );
}
