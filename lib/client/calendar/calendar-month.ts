import { addDays, weekOf } from '#/lib/client/calendar/calendar.ts';
import type { DayRange } from '#/lib/client/calendar/day-range.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

/**
 * Weeks of a month as shown in a grid, each with seven dates: those at its ends include days of the neighboring months.
 */
export function monthWeeks(date: string, weekStart: number): string[][] {
  const { first, days } = monthRange(date, weekStart);
  return Array.from({ length: days / 7 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(first, week * 7 + index)),
  );
}

/** Whole weeks that contain the date's month: 28 to 42 days. */
export function monthRange(date: string, weekStart: number): DayRange {
  const first = weekOf(firstOfMonth(date, 0), weekStart);
  const end = weekOf(lastOfMonth(date, 0), weekStart);
  return { first, days: daysBetween(first, end) + 7 };
}

/** Only the days of the date's month. */
export function monthDates(date: string): string[] {
  const first = firstOfMonth(date, 0);
  const count = daysBetween(first, lastOfMonth(date, 0)) + 1;
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

export function isSameMonth(left: string, right: string): boolean {
  return left.slice(0, 7) === right.slice(0, 7);
}

/** The same day this many months later, or the last day of that month: a month after 31 January is 28 February. */
export function addMonths(date: string, months: number): string {
  const last = lastOfMonth(date, months);
  const same = `${last.slice(0, 8)}${date.slice(8)}`;
  return same < last ? same : last;
}

/** The date that a key moves to in the grid, also in the neighboring months; null for another key. */
export function dateByKey(date: string, key: string, weekStart: number): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return weekOf(date, weekStart);
    case 'End':
      return addDays(weekOf(date, weekStart), 6);
    case 'PageUp':
      return addMonths(date, -1);
    case 'PageDown':
      return addMonths(date, 1);
    default:
      return null;
  }
}

function firstOfMonth(date: string, months: number): string {
  const first = new Date(`${date.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 10);
}

function lastOfMonth(date: string, months: number): string {
  return addDays(firstOfMonth(date, months + 1), -1);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
