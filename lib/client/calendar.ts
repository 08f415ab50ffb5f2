import { DAY_MS } from '#/lib/core/duration.ts';

/**
 * Calendar days as text (`2026-11-19`), in the zone of the person who looks. Which instants a day has is the server's
 * to say (`totals.days`): browsers need not know when clocks change.
 */
export function dateIn(timeZone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the date's week (ISO 8601). */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

/** ISO 8601: week 1 is the one with the year's first Thursday. */
export function weekNumber(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  const newYear = Date.parse(`${thursday.slice(0, 4)}-01-01`);
  return Math.floor((Date.parse(thursday) - newYear) / (7 * DAY_MS)) + 1;
}
