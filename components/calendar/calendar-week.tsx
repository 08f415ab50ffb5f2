'use client';

import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { CalendarColumnView } from '#/components/calendar/calendar-column.tsx';
import { DayHeads } from '#/components/calendar/day-heads.tsx';
import { DayStrip } from '#/components/calendar/day-strip.tsx';
import { HourScale } from '#/components/calendar/hour-scale.tsx';
import { NothingTracked } from '#/components/calendar/nothing-tracked.tsx';
import { OpenForm } from '#/components/calendar/open-form.tsx';
import { px } from '#/components/calendar/scale.ts';
import { useCalendarEditing } from '#/components/calendar/use-calendar-editing.ts';
import { useCalendarLayout } from '#/components/calendar/use-calendar-layout.ts';
import { useCalendarNavigation } from '#/components/calendar/use-calendar-navigation.ts';
import { useFirstHour } from '#/components/calendar/use-first-hour.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { isWeekend } from '#/lib/client/calendar/calendar.ts';
import type { CalendarColumn } from '#/lib/client/calendar/calendar-blocks.ts';
import { stopsOf } from '#/lib/client/calendar/calendar-navigation.ts';
import type { CalendarView } from '#/lib/client/calendar/calendar-view.ts';
import type { ViewChange } from '#/lib/client/page/use-url-state.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type CalendarWeekProps = {
  view: CalendarView;
  today: string;
  list: TimerListJson;
  /** Whether it takes the focus when it is first shown. */
  takesFocus: boolean;
  onShow: (change: ViewChange<CalendarView>) => void;
};

/** The days side by side, each with its spans; on a phone one of them. */
export function CalendarWeek({ view, today, list, takesFocus, onShow }: CalendarWeekProps) {
  const box = useRef<HTMLElement>(null);
  const layout = useCalendarLayout(view, today, list);
  const { days, axis, columns, now } = layout;
  const firstHour = useFirstHour(box, axis, columns, now?.top ?? null);
  const navigate = useCalendarNavigation(box, stopsOf(axis, columns, layout.serverNow), view.date, takesFocus);
  const editing = useCalendarEditing({ box, layout, timers: list.timers, navigate });
  const handleKey = (event: KeyboardEvent) => {
    if (editing.onKey(event)) event.preventDefault();
    else navigate.onKeyDown(event);
  };
  return (
    <section
      ref={box}
      aria-label="Hours"
      onKeyDown={handleKey}
      onKeyUp={editing.letGo}
      onBlur={editing.letGo}
      onPointerDown={editing.onPointerDown}
      style={{ '--columns': `64px ${columnWidths(columns, today)}` } as CSSProperties}
      className="relative h-[calc(100dvh-112px-env(safe-area-inset-bottom))] min-h-80 scroll-pt-16 overflow-y-auto overscroll-contain md:h-[calc(100dvh-48px)]"
    >
      <DayStrip view={view} today={today} list={list} onShow={onShow} />
      <DayHeads days={days} today={today} list={list} onShow={onShow} />
      {columns.every(({ blocks }) => blocks.length === 0) && <NothingTracked view={view} mayAdd={editing.isOn} />}
      <div
        className="relative isolate grid grid-cols-[52px_minmax(0,1fr)] max-md:mb-28 md:grid-cols-(--columns)"
        style={{ height: px(axis.length) }}
      >
        <HourScale axis={axis} firstHour={firstHour} now={now} />
        {columns.map((column) => (
          <CalendarColumnView
            key={column.day.date}
            axis={axis}
            column={column}
            nowTop={column.day.date === today ? (now?.top ?? null) : null}
            isHiddenOnPhone={column.day.date !== view.date}
            navigate={navigate}
            editing={editing}
          />
        ))}
      </div>
      {editing.isOn && (
        <IconButton
          icon="plus"
          label="Add time"
          onClick={editing.add}
          className="fixed right-4 bottom-[calc(env(safe-area-inset-bottom)+120px)] z-20 size-12 rounded-full border border-line bg-surface shadow-menu md:hidden"
        />
      )}
      <OpenForm form={editing.form} onClose={editing.close} />
    </section>
  );
}

/** Weekends without time are narrow. */
function columnWidths(columns: readonly CalendarColumn[], today: string): string {
  const widths = columns.map(({ day: { date }, blocks }) => {
    const isQuiet = isWeekend(date) && blocks.length === 0 && date !== today;
    return isQuiet && columns.length > 1 ? '72px' : 'minmax(0,1fr)';
  });
  return widths.join(' ');
}
