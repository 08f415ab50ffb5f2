'use client';

import { useMemo } from 'react';
import { createAxis, placeOf } from '#/lib/client/calendar/calendar-axis.ts';
import { layOutColumns } from '#/lib/client/calendar/calendar-blocks.ts';
import type { CalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { dayEntries } from '#/lib/client/entries/day-entries.ts';
import { useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type CalendarLayout = ReturnType<typeof useCalendarLayout>;

/** The layout of the shown days, recalculated every minute. */
export function useCalendarLayout(view: CalendarView, today: string, list: TimerListJson) {
  const { timeZone } = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  const all = list.totals.days;
  const days = useMemo(
    () => all.filter(({ date }) => view.kind === 'week' || date === view.date).toReversed(),
    [all, view.kind, view.date],
  );
  const axis = useMemo(() => {
    const scales = days.map((day) => ({
      date: day.date,
      from: Date.parse(day.starts_at),
      to: Date.parse(day.ends_at),
    }));
    return createAxis(scales, timeZone);
  }, [days, timeZone]);
  const columns = useMemo(() => layOutColumns(axis, dayEntries(list, now)), [axis, list, now]);
  const todays = axis.days.find(({ date }) => date === today);
  return { days, axis, columns, now: todays ? { at: now, top: placeOf(axis, todays, now) } : null, serverNow: now };
}
