'use client';

import { useMemo } from 'react';
import { MonthGrid } from '#/components/calendar/month-grid.tsx';
import { NothingTracked } from '#/components/calendar/nothing-tracked.tsx';
import { OpenForm } from '#/components/calendar/open-form.tsx';
import { useMonthForm } from '#/components/calendar/use-month-form.ts';
import { monthDates } from '#/lib/client/calendar/calendar-month.ts';
import type { CalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { monthDays } from '#/lib/client/calendar/month-days.ts';
import { useServerNow } from '#/lib/client/live/use-live.tsx';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type CalendarMonthProps = {
  view: CalendarView;
  today: string;
  /** Null until the month is loaded. */
  list: TimerListJson | null;
  onShow: (change: ViewChange<CalendarView>) => void;
  onMove: (date: string) => void;
  onOpenDay: (date: string, isByKey: boolean) => void;
};

/** A month, each day with its time, and the open form over it. */
export function CalendarMonth({ view, today, list, onShow, onMove, onOpenDay }: CalendarMonthProps) {
  const now = useServerNow(MINUTE_MS);
  const days = useMemo(() => list && monthDays(list, now), [list, now]);
  const form = useMonthForm(days, today);
  const isEmpty = days && monthDates(view.date).every((date) => days.get(date)?.entries.length === 0);
  return (
    <section
      aria-label="Days"
      className="relative flex h-[calc(100dvh-112px-env(safe-area-inset-bottom))] min-h-80 flex-col overflow-y-auto overscroll-contain max-md:pb-12 md:h-[calc(100dvh-48px)]"
    >
      {!days && <span className="sr-only">Loading the calendar</span>}
      {isEmpty && <NothingTracked view={view} mayAdd={form.isOn} />}
      <MonthGrid
        view={view}
        today={today}
        days={days}
        onShow={onShow}
        onMove={onMove}
        onOpenDay={onOpenDay}
        onOpenEntry={form.edit}
      />
      <OpenForm form={form.form} onClose={form.close} />
    </section>
  );
}
