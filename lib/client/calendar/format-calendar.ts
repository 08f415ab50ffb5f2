import { formatDuration, hourOfDay, shortWeekday, timeOfDay } from '#/lib/client/time/format-time.ts';
import { type HourCycle, styleOf, type TimeStyle } from '#/lib/client/time/time-style.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

const NBSP = '\u00a0';
const month = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' });

/** `16` of a calendar date. */
export function dayOfMonth(date: string): number {
  return Number(date.slice(8));
}

/** `November`. */
export function monthName(date: string): string {
  return month.format(Date.parse(date));
}

/** `Mon 16`. */
export function columnTitle(date: string): string {
  return `${shortWeekday(date)} ${dayOfMonth(date)}`;
}

/** `Thu 19 Nov`; with the year when it is not `thisYear`. */
export function shortDayTitle(date: string, thisYear: string): string {
  const year = date.startsWith(thisYear) ? '' : ` ${date.slice(0, 4)}`;
  return `${columnTitle(date)} ${monthName(date).slice(0, 3)}${year}`;
}

/** `1 h 03`, `2 h 00`, `20 min`: a duration where there is little room. */
export function formatShortDuration(ms: number): string {
  if (ms < HOUR_MS) return formatDuration(ms);
  return `${Math.floor(ms / HOUR_MS)}${NBSP}h ${String(Math.floor(ms / MINUTE_MS) % 60).padStart(2, '0')}`;
}

/** `09:00`, or `9 am`: a full hour of local time, in milliseconds since midnight. */
export function wallHour(wall: number, hourCycle: HourCycle): string {
  return hourOfDay(wall, onTheWall(hourCycle));
}

/** `02:00 – 03:00` in local time. */
export function wallRange(from: number, to: number, hourCycle: HourCycle): string {
  return [from, to].map((wall) => timeOfDay(wall, onTheWall(hourCycle))).join(' – ');
}

/** Milliseconds since midnight, formatted as an instant of 1 January 1970 in UTC. */
function onTheWall(hourCycle: HourCycle): TimeStyle {
  return { ...styleOf('UTC'), hourCycle };
}
