import { addDays, weekOf } from '#/lib/client/calendar/calendar.ts';
import { dayOfMonth, monthName } from '#/lib/client/calendar/format-calendar.ts';

export type CalendarKind = 'week' | 'day';
/** What the calendar shows: the week of a date, or that day. */
export type CalendarView = { kind: CalendarKind; date: string };

export const CALENDAR_PATH = '/calendar';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the view from the query of a page's address. Unknown values fall back to the default, this week. */
export function readCalendarView(query: { get(name: string): string | null }, today: string): CalendarView {
  const date = query.get('date') ?? '';
  return { kind: query.get('view') === 'day' ? 'day' : 'week', date: isDate(date) ? date : today };
}

export function calendarHref({ kind, date }: CalendarView): string {
  return `${CALENDAR_PATH}?${new URLSearchParams({ view: kind, date })}`;
}

/** The same view a week or a day further on, or back. */
export function stepView({ kind, date }: CalendarView, step: 1 | -1): CalendarView {
  return { kind, date: addDays(date, step * (kind === 'week' ? 7 : 1)) };
}

/** The seven days of the view's week. */
export function weekDates({ date }: CalendarView, weekStart: number): string[] {
  const first = weekOf(date, weekStart);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** `16 – 22 November`, `30 November – 6 December`; with the years where one is not `thisYear`. */
export function weekTitle(dates: readonly string[], thisYear: string): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const isThisYear = first.startsWith(thisYear) && last.startsWith(thisYear);
  const year = (date: string) => (isThisYear ? '' : ` ${date.slice(0, 4)}`);
  const end = `${dayOfMonth(last)} ${monthName(last)}${year(last)}`;
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayOfMonth(first)} – ${end}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${dayOfMonth(first)} ${monthName(first)}${isOneYear ? '' : year(first)} – ${end}`;
}

/** One that is in the calendar: not 30 February. */
function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
