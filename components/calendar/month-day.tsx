'use client';

import { MonthBar } from '#/components/calendar/month-bar.tsx';
import { MonthLine } from '#/components/calendar/month-line.tsx';
import { MonthTotal } from '#/components/calendar/month-total.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { isWeekend } from '#/lib/client/calendar/calendar.ts';
import { dayOfMonth, formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import { fitEntries, type MonthDay } from '#/lib/client/calendar/month-days.ts';
import { counted, dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type MonthDayProps = {
  date: string;
  /** Undefined until the month is loaded. */
  day: MonthDay | undefined;
  isToday: boolean;
  /** It belongs to the previous or next month. */
  isPale: boolean;
  isCursor: boolean;
  /** How many lines fit. */
  room: number;
  onOpenDay: (date: string, isByKey: boolean) => void;
  onOpenEntry: (timer: TimerJson) => void;
};

/** A day of the month: its date and total, which open it, and its entries. On a phone all of it opens the day. */
export function MonthDayView(props: MonthDayProps) {
  const { date, day, isToday, isPale, isCursor, onOpenDay } = props;
  return (
    <td
      data-date={date}
      className={classNames(
        '@container relative flex min-w-0 flex-col overflow-hidden border-line p-0 not-first:border-l',
        isWeekend(date) && 'bg-sunken',
      )}
    >
      <button
        type="button"
        tabIndex={isCursor ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        onClick={({ detail }) => onOpenDay(date, detail === 0)}
        className="flex w-full min-w-0 shrink-0 items-baseline gap-1 px-1 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2 max-md:h-full max-md:flex-col md:h-7 md:px-2"
      >
        <span className="sr-only">{formatMonthDay(date, day)}</span>
        <span aria-hidden="true" className={classNames('mr-auto text-sm', dateLook(isToday, isPale))}>
          {dayOfMonth(date)}
        </span>
        {day ? <Totals day={day} isPale={isPale} /> : <SkeletonBar className="h-3 w-12 animate-late" />}
      </button>
      {day && <Lines {...props} day={day} />}
    </td>
  );
}

function Totals({ day, isPale }: { day: MonthDay; isPale: boolean }) {
  const days = [day];
  const tone = isPale ? 'text-text-3' : 'text-text-2';
  return (
    <span aria-hidden="true" className="flex max-w-full min-w-0 flex-col gap-1 max-md:w-full">
      <MonthTotal days={days} format={formatDuration} className={classNames('truncate text-xs max-md:hidden', tone)} />
      <MonthTotal
        days={days}
        format={formatShortDuration}
        className={classNames('text-2xs whitespace-nowrap md:hidden', tone)}
      />
      <MonthBar entries={day.entries} isPale={isPale} />
    </span>
  );
}

function Lines({ date, day, isPale, room, onOpenDay, onOpenEntry }: MonthDayProps & { day: MonthDay }) {
  const { shown, more } = fitEntries(day.entries, room);
  return (
    <div className="flex min-h-0 flex-col gap-0.5 px-1 max-md:hidden">
      {shown.map((entry) => (
        <MonthLine
          key={entry.timer.id}
          entry={entry}
          day={day.day}
          isPale={isPale}
          onOpen={() => onOpenEntry(entry.timer)}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpenDay(date, false)}
          className="h-5.5 shrink-0 rounded-sm pl-2.5 text-left text-2xs text-text-3 hover:bg-hover"
        >
          {more} more<span className="sr-only"> on {dayTitle(date)}</span>
        </button>
      )}
    </div>
  );
}

/** "Thursday 19 November, 7 h 54 min, 3 entries", as spoken text. */
function formatMonthDay(date: string, day: MonthDay | undefined): string {
  if (!day) return dayTitle(date);
  if (day.entries.length === 0) return `${dayTitle(date)}, nothing tracked`;
  const label = `${dayTitle(date)}, ${formatDuration(day.totalMs)}, ${counted(day.entries.length, 'entry', 'entries')}`;
  return day.isLive ? `${label}, running` : label;
}

function dateLook(isToday: boolean, isPale: boolean): string {
  if (isToday) return 'font-semibold text-accent';
  return isPale ? 'text-text-3' : 'font-medium';
}
