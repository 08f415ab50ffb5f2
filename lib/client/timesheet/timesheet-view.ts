import { weekOf } from '#/lib/client/calendar/calendar.ts';
import { ROWS_BY, type RowsBy } from '#/lib/client/timesheet/timesheet.ts';

/** What the timesheet shows: the week that begins on this day, and what its rows are. */
export type TimesheetView = { week: string; by: RowsBy };

export const TIMESHEET_PATH = '/timesheet';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

type Query = { get(name: string): string | null };

/** The view in the query of a page's address: the week of any of its days; what it does not know is as at first. */
export function readTimesheetView(query: Query, thisWeek: string, weekStart: number): TimesheetView {
  const date = query.get('week') ?? '';
  return {
    week: isDate(date) ? weekOf(date, weekStart) : thisWeek,
    by: ROWS_BY.find((by) => by === query.get('by')) ?? 'ticket',
  };
}

/** The address of the view; this week has none of its own, so that a bookmark goes along. */
export function timesheetHref({ week, by }: TimesheetView, thisWeek: string): string {
  const query = new URLSearchParams({ ...(week !== thisWeek && { week }), ...(by !== 'ticket' && { by }) });
  return query.size > 0 ? `${TIMESHEET_PATH}?${query}` : TIMESHEET_PATH;
}

/** One that is in the calendar, not 30 February, and that the service knows: from 1970 on, in four digits. */
function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return instant >= 0 && new Date(instant).toISOString().startsWith(text);
}
