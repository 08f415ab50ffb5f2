'use client';

import { useMemo } from 'react';
import { CalendarHead } from '#/components/calendar/calendar-head.tsx';
import { CalendarMonth } from '#/components/calendar/calendar-month.tsx';
import { CalendarSkeleton } from '#/components/calendar/calendar-skeleton.tsx';
import { CalendarWeek } from '#/components/calendar/calendar-week.tsx';
import { useCalendarView } from '#/components/calendar/use-calendar-view.ts';
import { useWholeDays } from '#/components/timesheet/use-whole-days.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { adjacentRanges, stepView, viewRange } from '#/lib/client/calendar/calendar-view.ts';
import { useMe, useShortcuts, useToday } from '#/lib/client/live/use-live.tsx';

/**
 * Calendar: the spans of a week or a day in place, or a month. Before the first response its skeleton, without one the
 * reason.
 */
export function CalendarScreen() {
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const { view, show, moveTo, openDay, isOpened } = useCalendarView(today);
  const [range, beside] = useMemo(
    () => [viewRange(view, weekStart), adjacentRanges(view, weekStart)],
    [view, weekStart],
  );
  const { data, error } = useWholeDays(range, beside);
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
  const isMonth = view.kind === 'month';
  return (
    <>
      <CalendarHead view={view} today={today} list={data ?? null} onShow={show} />
      {isMonth && (data || !error) && (
        <CalendarMonth
          view={view}
          today={today}
          list={data ?? null}
          onShow={show}
          onMove={moveTo}
          onOpenDay={openDay}
        />
      )}
      {!isMonth && data && <CalendarWeek view={view} today={today} list={data} takesFocus={isOpened} onShow={show} />}
      {!isMonth && !data && !error && <CalendarSkeleton kind={view.kind} />}
      {!data && error && (
        <div className="px-4 md:px-8">
          <ListError noun="time" error={error} meanwhile="Timers keep counting." />
        </div>
      )}
    </>
  );
}
