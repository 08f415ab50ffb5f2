import { addDays, weekOf } from '#/lib/client/calendar/calendar.ts';
import { addMonths, isSameMonth, monthDates, monthRange } from '#/lib/client/calendar/calendar-month.ts';
import { type DayRange, weekFrom } from '#/lib/client/calendar/day-range.ts';
import { dayOfMonth, monthName } from '#/lib/client/calendar/format-calendar.ts';
import { dayTitle } from '#/lib/client/time/format-time.ts';

const KINDS = ['day', 'week', 'month'] as const;
export type CalendarKind = (typeof KINDS)[number];
/** The view of the calendar: the week or the month of a date, or that day. */
export type CalendarView = { kind: CalendarKind; date: string };

export const CALENDAR_PATH = '/calendar';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the view from the query of a URL. Unknown values fall back to the default, this week. */
export function readCalendarView(query: { get(name: string): string | null }, today: string): CalendarView {
  const date = query.get('date') ?? '';
  return {
    kind: KINDS.find((kind) => kind === query.get('view')) ?? 'week',
    date: isDate(date) ? date : today,
  };
}

export function calendarHref({ kind, date }: CalendarView): string {
  return `${CALENDAR_PATH}?${new URLSearchParams({ view: kind, date })}`;
}

/** The same view a week, a day or a month later or earlier. */
export function stepView({ kind, date }: CalendarView, step: 1 | -1): CalendarView {
  if (kind === 'month') return { kind, date: addMonths(date, step) };
  return { kind, date: addDays(date, step * (kind === 'week' ? 7 : 1)) };
}

/** Whether Back returns from one view to the other. Not within a month that is already shown: only the focus moved. */
export function isViewStep(from: CalendarView, to: CalendarView): boolean {
  return !(from.kind === 'month' && to.kind === 'month' && isSameMonth(from.date, to.date));
}

/** The days of the view; a month is shown with some neighboring days. */
export function viewDates({ kind, date }: CalendarView, weekStart: number): string[] {
  if (kind === 'day') return [date];
  if (kind === 'month') return monthDates(date);
  const first = weekOf(date, weekStart);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** The days whose time the view needs. A day includes its week: the strip on a phone shows it. */
export function viewRange({ kind, date }: CalendarView, weekStart: number): DayRange {
  return kind === 'month' ? monthRange(date, weekStart) : weekFrom(weekOf(date, weekStart));
}

/** The likely next days: a month, else a week, in both directions. */
export function adjacentRanges({ kind, date }: CalendarView, weekStart: number): DayRange[] {
  const whole: CalendarView = { kind: kind === 'month' ? kind : 'week', date };
  return ([-1, 1] as const).map((step) => viewRange(stepView(whole, step), weekStart));
}

/** `Thursday 19 November`, `16 – 22 November`, `November 2026`. */
export function viewTitle(view: CalendarView, weekStart: number, thisYear: string): string {
  if (view.kind === 'day') return dayTitle(view.date, thisYear);
  if (view.kind === 'week') return weekTitle(viewDates(view, weekStart), thisYear);
  return `${monthName(view.date)} ${view.date.slice(0, 4)}`;
}

/** `16 – 22 November`, `30 November – 6 December`; with the years if one is not `thisYear`. */
export function weekTitle(dates: readonly string[], thisYear: string): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const isThisYear = first.startsWith(thisYear) && last.startsWith(thisYear);
  const year = (date: string) => (isThisYear ? '' : ` ${date.slice(0, 4)}`);
  const end = `${dayOfMonth(last)} ${monthName(last)}${year(last)}`;
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayOfMonth(first)} – ${end}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${dayOfMonth(first)} ${monthName(first)}${isOneYear ? '' : year(first)} – ${end}`;
}

/** An existing date: not 30 February. */
function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
