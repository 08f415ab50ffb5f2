import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { localTime } from '#/lib/client/time/zone-time.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

const THURSDAY = 4;
const SATURDAY = 6;

/**
 * Calendar days as text (`2026-11-19`), in the reader's zone. The server defines the instants of a day (`totals.days`):
 * browsers need not know when clocks change.
 */
export function dateIn(timeZone: string, instant: number): string {
  return localTime(timeZone, instant).toISOString().slice(0, 10);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A person's day at an instant: before the hour at which their days begin it is the previous one. */
export function dayIn(style: Pick<TimeStyle, 'timeZone' | 'dayStartHour'>, instant: number): string {
  const date = dateIn(style.timeZone, instant);
  return hourIn(style.timeZone, instant) < style.dayStartHour ? addDays(date, -1) : date;
}

/** 0 to 23. */
export function hourIn(timeZone: string, instant: number): number {
  return localTime(timeZone, instant).getUTCHours();
}

/** The first day of the date's week; weeks begin on `weekStart`, 1 (Monday) to 7 (Sunday). */
export function weekOf(date: string, weekStart: number): string {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

export function isWeekend(date: string): boolean {
  return weekdayOf(date) >= SATURDAY;
}

/**
 * ISO 8601: week 1 is the one with the year's first Thursday. A week that begins on another day than Monday has the
 * number of its Thursday, so most of it is in the ISO week with that number.
 */
export function weekNumber(date: string, weekStart: number): number {
  const thursday = addDays(weekOf(date, weekStart), (THURSDAY - weekStart + 7) % 7);
  const newYear = Date.parse(`${thursday.slice(0, 4)}-01-01`);
  return Math.floor((Date.parse(thursday) - newYear) / (7 * DAY_MS)) + 1;
}
