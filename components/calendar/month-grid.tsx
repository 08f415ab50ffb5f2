'use client';

import { useRef } from 'react';
import { MonthDayView } from '#/components/calendar/month-day.tsx';
import { MONTH_COLUMNS, MonthHeads } from '#/components/calendar/month-heads.tsx';
import { MonthWeekTotal } from '#/components/calendar/month-week-total.tsx';
import { useLineRoom } from '#/components/calendar/use-line-room.ts';
import { useMonthNavigation } from '#/components/calendar/use-month-navigation.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { isSameMonth, monthWeeks } from '#/lib/client/calendar/calendar-month.ts';
import { type CalendarView, viewTitle } from '#/lib/client/calendar/calendar-view.ts';
import type { MonthDay } from '#/lib/client/calendar/month-days.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type MonthGridProps = {
  view: CalendarView;
  today: string;
  /** Null until the month is loaded: its days are already in place. */
  days: ReadonlyMap<string, MonthDay> | null;
  onShow: (change: ViewChange<CalendarView>) => void;
  /** The focus has moved to another day of the month. */
  onMove: (date: string) => void;
  onOpenDay: (date: string, isByKey: boolean) => void;
  onOpenEntry: (timer: TimerJson) => void;
};

/** The weeks as rows of the same height. */
export function MonthGrid({ view, today, days, onShow, onMove, onOpenDay, onOpenEntry }: MonthGridProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { week_start: weekStart } = useMe().user;
  const title = viewTitle(view, weekStart, today.slice(0, 4));
  const weeks = monthWeeks(view.date, weekStart);
  const room = useLineRoom(body, weeks.length);
  const navigate = useMonthNavigation({ grid: body, view, onShow, onMove });
  useRestoredFocus(body, 'td');
  const dayView = (date: string, column: number) => (
    <MonthDayView
      key={column}
      date={date}
      day={days?.get(date)}
      isToday={date === today}
      isPale={!isSameMonth(date, view.date)}
      isCursor={date === view.date}
      room={room}
      onOpenDay={onOpenDay}
      onOpenEntry={onOpenEntry}
    />
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow-key cells is a grid
    <table role="grid" aria-label={title} aria-busy={!days} className="flex grow basis-0 flex-col">
      <MonthHeads week={weeks[0] ?? []} />
      <tbody
        ref={body}
        {...navigate}
        className="grid grow basis-0 auto-rows-[minmax(var(--least),1fr)] [--least:64px] md:[--least:84px]"
      >
        {weeks.map((dates, week) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: another month reuses the cells, which keep the focus
          <tr key={week} className={classNames(MONTH_COLUMNS, 'border-b border-line last:border-b-0')}>
            {dates.map(dayView)}
            <MonthWeekTotal first={dates[0] ?? ''} days={dates.flatMap((date) => days?.get(date) ?? [])} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
