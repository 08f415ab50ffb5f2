'use client';

import { useCallback, useMemo } from 'react';
import { CalendarHead } from '#/components/calendar/calendar-head.tsx';
import { CalendarSkeleton } from '#/components/calendar/calendar-skeleton.tsx';
import { CalendarWeek } from '#/components/calendar/calendar-week.tsx';
import { useWholeWeek } from '#/components/timesheet/use-whole-week.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { weekOf } from '#/lib/client/calendar/calendar.ts';
import { calendarHref, readCalendarView, stepView } from '#/lib/client/calendar/calendar-view.ts';
import { useMe, useShortcuts, useToday } from '#/lib/client/live/use-live.tsx';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';

const WEEKS_BESIDE = [-7, 7];

/** Calendar: the spans of a week or a day where they lie. Before the first response its hours, without one the reason. */
export function CalendarScreen() {
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const { view, show } = useCalendarView(today);
  const { data, error } = useWholeWeek(weekOf(view.date, weekStart), WEEKS_BESIDE);
  useShortcuts(
    useMemo(
      () => ({
        '[': () => show((last) => stepView(last, -1)),
        ']': () => show((last) => stepView(last, 1)),
        t: () => show({ date: today }),
      }),
      [show, today],
    ),
  );
  return (
    <>
      <CalendarHead view={view} today={today} list={data ?? null} onShow={show} />
      {data && <CalendarWeek view={view} today={today} list={data} onShow={show} />}
      {!data && !error && <CalendarSkeleton kind={view.kind} />}
      {!data && error && (
        <div className="px-4 md:px-8">
          <ListError noun="time" error={error} meanwhile="Timers keep counting." />
        </div>
      )}
    </>
  );
}

/** Which days are shown, as the URL says it; Back returns to the ones before. */
function useCalendarView(today: string) {
  const read = useCallback((query: URLSearchParams) => readCalendarView(query, today), [today]);
  return useUrlState({ read, toHref: calendarHref, isStep: alwaysStep });
}

const alwaysStep = () => true;
