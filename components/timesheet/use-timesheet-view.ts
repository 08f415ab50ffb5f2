'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { addDays, weekOf } from '#/lib/client/calendar.ts';
import { readTimesheetView, TIMESHEET_PATH, type TimesheetView, timesheetHref } from '#/lib/client/timesheet-view.ts';
import { useMe, useToday } from '#/lib/client/use-live.tsx';

/** Which week is shown, and the address that says so; changed without asking the server for a page. */
export function useTimesheetView() {
  const query = useSearchParams();
  const { week_start: weekStart } = useMe().user;
  const thisWeek = weekOf(useToday(), weekStart);
  const [view, setView] = useState(() => readTimesheetView(query, thisWeek, weekStart));

  const heard = query.toString();
  useEffect(() => {
    // Back, forward or a link. What the router has heard of may be an own change that another has followed.
    const { pathname, search } = window.location;
    if (pathname !== TIMESHEET_PATH || heard !== new URLSearchParams(search).toString()) return;
    const next = readTimesheetView(new URLSearchParams(search), thisWeek, weekStart);
    setView((last) => (last.week === next.week && last.by === next.by ? last : next));
  }, [heard, thisWeek, weekStart]);

  const show = useCallback(
    (change: Partial<TimesheetView>) => {
      const next = { ...view, ...change };
      setView(next);
      window.history.replaceState(null, '', timesheetHref(next, thisWeek));
    },
    [view, thisWeek],
  );
  const step = useCallback((weeks: number) => show({ week: addDays(view.week, weeks * 7) }), [show, view.week]);
  return { view, thisWeek, show, step };
}
