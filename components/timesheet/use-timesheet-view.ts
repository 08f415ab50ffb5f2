'use client';

import { useCallback } from 'react';
import { addDays, weekOf } from '#/lib/client/calendar/calendar.ts';
import { useMe, useToday } from '#/lib/client/live/use-live.tsx';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';
import { readTimesheetView, type TimesheetView, timesheetHref } from '#/lib/client/timesheet/timesheet-view.ts';

/** The shown week, stored in the URL. */
export function useTimesheetView() {
  const { week_start: weekStart } = useMe().user;
  const thisWeek = weekOf(useToday(), weekStart);
  const read = useCallback(
    (query: URLSearchParams) => readTimesheetView(query, thisWeek, weekStart),
    [thisWeek, weekStart],
  );
  const toHref = useCallback((view: TimesheetView) => timesheetHref(view, thisWeek), [thisWeek]);
  const { view, show } = useUrlState({ read, toHref });
  const step = useCallback(
    (weeks: number) => show((last) => ({ ...last, week: addDays(last.week, weeks * 7) })),
    [show],
  );
  return { view, thisWeek, show, step };
}
