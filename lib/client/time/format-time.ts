import { dateIn, dayIn, weekdayOf } from '#/lib/client/calendar/calendar.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';
import { clockIn, localTime } from '#/lib/client/time/zone-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/**
 * How times and durations are formatted. Live: `1:23:45`; elsewhere `1 h 23 min`, rounded down; spoken: "1 hour 23
 * minutes". Numbers and units are joined by no-break spaces, ranges by an en dash.
 */
const NBSP = '\u00a0';
const HALF_DAY_HOURS = 12;

// Only one language, so the browser's formatter is not needed: its first call takes longer than hydrating the page.
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `1:23:45` in two parts: hours and minutes, and seconds with their colon. */
export function clockDigits(ms: number): [string, string] {
  const seconds = Math.floor(ms / SECOND_MS);
  return [`${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}`, `:${twoDigits(seconds % 60)}`];
}

/** `1 h 23 min`, `20 min`, `45 s`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)}${NBSP}s`;
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (hours === 0) return `${minutes}${NBSP}min`;
  return minutes === 0 ? `${hours}${NBSP}h` : `${hours}${NBSP}h ${minutes}${NBSP}min`;
}

/** `24 h`, `1 h 30 min`, `1 min 30 s`: to the second, so that it can be edited. */
export function wholeLength(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS) % 60;
  if (ms < MINUTE_MS || seconds === 0) return formatDuration(ms);
  return `${formatDuration(ms)} ${seconds}${NBSP}s`;
}

/** "1 hour 23 minutes", as spoken text. */
export function formatSpokenDuration(ms: number): string {
  if (ms < MINUTE_MS) return counted(Math.floor(ms / SECOND_MS), 'second');
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return [hours > 0 && counted(hours, 'hour'), (minutes > 0 || hours === 0) && counted(minutes, 'minute')]
    .filter(Boolean)
    .join(' ');
}

/** `14:32`, or `2:32 pm`. */
export function timeOfDay(instant: number, reading: Reading): string {
  return formatClock(instant, reading, false);
}

/** `14:32:08`, or `2:32:08 pm`. */
export function timeToTheSecond(instant: number, reading: Reading): string {
  return formatClock(instant, reading, true);
}

/** `14:00`, or `2 pm` at the full hour: for a scale. */
export function hourOfDay(instant: number, reading: Reading): string {
  return timeOfDay(instant, reading).replace(/:00(?=\u00a0)/, '');
}

function formatClock(instant: number, reading: Reading, hasSeconds: boolean): string {
  const { timeZone, hourCycle } = styleOf(reading);
  const local = localTime(timeZone, instant);
  const hour = local.getUTCHours();
  const rest = `:${twoDigits(local.getUTCMinutes())}${hasSeconds ? `:${twoDigits(local.getUTCSeconds())}` : ''}`;
  if (hourCycle === 'h23') return `${twoDigits(hour)}${rest}`;
  return `${hour % HALF_DAY_HOURS || HALF_DAY_HOURS}${rest}${NBSP}${hour < HALF_DAY_HOURS ? 'am' : 'pm'}`;
}

/** `CET`, or `GMT+5:30` if a zone has no short name. */
export function zoneName(instant: number, timeZone: string): string {
  return clockIn(timeZone, instant).name;
}

/** `12:48 – 14:32`; `22:10 – Fri 01:05` when it ends on another day; `12:48 – now` without an end. */
export function formatRange(from: number, to: number | null, reading: Reading): string {
  if (to === null) return `${timeOfDay(from, reading)} – now`;
  const { timeZone } = styleOf(reading);
  const endDate = dateIn(timeZone, to);
  const sameDay = dateIn(timeZone, from) === endDate;
  return `${timeOfDay(from, reading)} – ${sameDay ? '' : `${shortWeekday(endDate)} `}${timeOfDay(to, reading)}`;
}

/** `12:48` today, `Wed 12:48` within six days, else `19 Nov 12:48`, with the year when it is another one. */
export function formatWhen(instant: number, reading: Reading, today: string): string {
  const time = timeOfDay(instant, reading);
  if (dayIn(styleOf(reading), instant) === today) return time;
  const date = dateIn(styleOf(reading).timeZone, instant);
  if (Math.abs(Date.parse(date) - Date.parse(today)) < 7 * DAY_MS) return `${shortWeekday(date)} ${time}`;
  // From `Thursday 19 November` the day, and the short month.
  return `${dayTitle(date, today.slice(0, 4)).replace(/^\S+ (\d+ ...)\S*/, '$1')} ${time}`;
}

/** `Thursday 19 November` for a calendar date; with the year if it is not `thisYear`. */
export function dayTitle(date: string, thisYear?: string): string {
  const withYear = thisYear !== undefined && !date.startsWith(thisYear);
  const [year, month, day] = date.split('-').map(Number);
  return [weekday(date), day, MONTHS[(month ?? 0) - 1], withYear && year].filter(Boolean).join(' ');
}

/** `Thu`. */
export function shortWeekday(date: string): string {
  return weekday(date).slice(0, 3);
}

/** `± 20 ms`, `± 1.2 s`. */
export function formatErrorBound(ms: number): string {
  return ms < SECOND_MS ? `±${NBSP}${Math.ceil(ms)}${NBSP}ms` : `±${NBSP}${(ms / SECOND_MS).toFixed(1)}${NBSP}s`;
}

export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
}

function weekday(date: string): string {
  return WEEKDAYS[weekdayOf(date) - 1] ?? '';
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
