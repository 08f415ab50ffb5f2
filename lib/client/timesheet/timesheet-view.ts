import { weekOf } from '#/lib/client/calendar/calendar.ts';
import { ROWS_BY, type RowsBy } from '#/lib/client/timesheet/timesheet.ts';

/** The view of the timesheet: the week that begins on this day, and its kind of rows. */
export type TimesheetView = { week: string; by: RowsBy };

export const TIMESHEET_PATH = '/timesheet';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

type Query = { get(name: string): string | null };

/** The view in the query of a URL: the week of any of its days; unknown values fall back to the defaults. */
export function readTimesheetView(query: Query, thisWeek: string, weekStart: number): TimesheetView {
  const date = query.get('week') ?? '';
  return {
    week: isDate(date) ? weekOf(date, weekStart) : thisWeek,
    by: ROWS_BY.find((by) => by === query.get('by')) ?? 'ticket',
  };
}

/** The URL of the view; this week has no date, so that a bookmark stays current. */
export function timesheetHref({ week, by }: TimesheetView, thisWeek: string): string {
  const query = new URLSearchParams({ ...(week !== thisWeek && { week }), ...(by !== 'ticket' && { by }) });
  return query.size > 0 ? `${TIMESHEET_PATH}?${query}` : TIMESHEET_PATH;
}

/** An existing date, not 30 February, and one that the service accepts: from 1970 on, in four digits. */
function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return instant >= 0 && new Date(instant).toISOString().startsWith(text);
}
