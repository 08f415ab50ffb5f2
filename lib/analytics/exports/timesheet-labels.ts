import type { TimesheetHead } from '#/lib/analytics/exports/timesheet-head.ts';

/** `Exact, and rounded up to 15 min per day` */
export function roundingLabel({ round, minutes, per }: NonNullable<TimesheetHead['rounding']>): string {
  const how = round === 'nearest' ? 'to the nearest' : `${round} to`;
  return `Exact, and rounded ${how} ${minutes} min per ${per}`;
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** `Tue, Mar 3, 2026` */
export function dayLabel(date: string): string {
  return DAY_FORMAT.format(new Date(`${date}T00:00:00Z`));
}

/** The start or end of the range. */
export function boundLabel(bound: string | Date): string {
  return typeof bound === 'string' ? dayLabel(bound) : instantLabel(bound);
}

/** `2026-03-03 09:00 UTC` */
export function instantLabel(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
