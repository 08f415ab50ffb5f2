import type { ColumnName } from '#/lib/analytics/exports/column-schemas.ts';
import { type EntryRow, flagsOf } from '#/lib/analytics/exports/entry-row.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/**
 * The content of a cell: text, or a value that a spreadsheet can calculate with. `local` is a local time, `duration`
 * milliseconds.
 */
type Cell =
  | { kind: 'text'; of: (row: EntryRow) => string }
  | { kind: 'date' | 'local'; of: (row: EntryRow) => string }
  | { kind: 'duration' | 'hours' | 'whole'; of: (row: EntryRow) => number };

const COLUMNS: Record<ColumnName, Cell> = {
  date: { kind: 'date', of: ({ date }) => date },
  start: { kind: 'local', of: ({ startedLocal }) => startedLocal },
  end: { kind: 'local', of: ({ endedLocal }) => endedLocal },
  time_zone: { kind: 'text', of: ({ timeZone }) => timeZone },
  exact_time: { kind: 'duration', of: ({ exactMs }) => exactMs },
  rounded_time: { kind: 'duration', of: ({ roundedMs }) => roundedMs },
  exact_hours: { kind: 'hours', of: ({ exactMs }) => exactMs },
  rounded_hours: { kind: 'hours', of: ({ roundedMs }) => roundedMs },
  exact_ms: { kind: 'whole', of: ({ exactMs }) => exactMs },
  rounded_ms: { kind: 'whole', of: ({ roundedMs }) => roundedMs },
  member: { kind: 'text', of: ({ member }) => member },
  project: { kind: 'text', of: ({ project }) => project ?? '' },
  ticket: { kind: 'text', of: ({ ticketKey }) => ticketKey ?? '' },
  ticket_title: { kind: 'text', of: ({ ticketTitle }) => ticketTitle ?? '' },
  title: { kind: 'text', of: ({ title }) => title },
  tags: { kind: 'text', of: ({ tags }) => tags.join(', ') },
  type: { kind: 'text', of: ({ type }) => type },
  created_via: { kind: 'text', of: ({ createdVia }) => createdVia },
  origin: { kind: 'text', of: ({ origin }) => origin },
  flags: { kind: 'text', of: (row) => flagsOf(row).join(', ') },
  started_at: { kind: 'text', of: ({ startedAt }) => startedAt.toISOString() },
  ended_at: { kind: 'text', of: ({ endedAt }) => endedAt.toISOString() },
  timer_id: { kind: 'text', of: ({ timerId }) => timerId },
  span_id: { kind: 'text', of: ({ spanId }) => spanId },
  user_id: { kind: 'text', of: ({ userId }) => userId },
};

/** The content of a column. */
export function columnOf(name: ColumnName): Cell {
  return COLUMNS[name];
}

/** A cell as text: a duration as `1:30:00` (hours do not wrap at 24) or as hours with four decimals, `1.5000`. */
export function cellText(cell: Cell, row: EntryRow): string {
  switch (cell.kind) {
    case 'duration':
      return clockLength(cell.of(row));
    case 'hours':
      return (cell.of(row) / HOUR_MS).toFixed(4);
    case 'whole':
      return String(cell.of(row));
    case 'local':
      return cell.of(row).replace('T', ' ');
    default:
      return cell.of(row);
  }
}

/**
 * A cell's value for spreadsheet calculations: durations in days, as in Excel, and local times as dates without a zone.
 */
export function cellValue(cell: Cell, row: EntryRow): string | number | Date {
  switch (cell.kind) {
    case 'duration':
      return cell.of(row) / DAY_MS;
    case 'hours':
      return Math.round((cell.of(row) / HOUR_MS) * 10_000) / 10_000;
    case 'whole':
      return cell.of(row);
    case 'date':
      return new Date(`${cell.of(row)}T00:00:00Z`);
    case 'local':
      return new Date(`${cell.of(row)}Z`);
    default:
      return cell.of(row);
  }
}

/** `12:34:56`, rounded down to the second as everywhere. */
export function clockLength(ms: number): string {
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `${Math.floor(ms / HOUR_MS)}:${two((ms % HOUR_MS) / MINUTE_MS)}:${two((ms % MINUTE_MS) / SECOND_MS)}`;
}
