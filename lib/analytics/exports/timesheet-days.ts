import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';

export type TimesheetDay = { date: string; entries: EntryRow[]; exactMs: number; roundedMs: number };
export type ProjectTotal = { project: string; exactMs: number; roundedMs: number };

/** Rows by day; they are already in this order. */
export function daysOf(rows: readonly EntryRow[]): TimesheetDay[] {
  const days: TimesheetDay[] = [];
  for (const row of rows) {
    let day = days.at(-1);
    if (day?.date !== row.date) {
      day = { date: row.date, entries: [], exactMs: 0, roundedMs: 0 };
      days.push(day);
    }
    day.entries.push(row);
    day.exactMs += row.exactMs;
    day.roundedMs += row.roundedMs;
  }
  return days;
}

/** The sums by project, in descending order. */
export function projectTotalsOf(rows: readonly EntryRow[]): ProjectTotal[] {
  const totals = new Map<string, ProjectTotal>();
  for (const row of rows) {
    const { exactMs, roundedMs } = row;
    const name = projectOf(row);
    const total = totals.get(name) ?? { project: name, exactMs: 0, roundedMs: 0 };
    totals.set(name, { ...total, exactMs: total.exactMs + exactMs, roundedMs: total.roundedMs + roundedMs });
  }
  return [...totals.values()].sort((one, other) => other.exactMs - one.exactMs);
}

/** The project that its time is summed under. */
export function projectOf({ project }: EntryRow): string {
  return project ?? 'No project';
}

/** The subject of an entry, in one line. */
export function subjectOf({ project, ticketKey, title, ticketTitle }: EntryRow): string {
  return [project, ticketKey, title || ticketTitle].filter(Boolean).join(' · ') || 'Without a title';
}
