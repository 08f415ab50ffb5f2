import { dateIn, dayIn } from '#/lib/client/calendar.ts';
import { type Reading, styleOf } from '#/lib/client/time-style.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/**
 * How times and lengths read. Live: `1:23:45`; anywhere else `1 h 23 min`, rounded down; to be heard: "1 hour 23
 * minutes". Numbers and units are joined by no-break spaces, ranges by an en dash.
 */
const NBSP = '\u00a0';
/** Day before month. */
const LOCALE = 'en-GB';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `1:23:45` in its two parts: hours and minutes, and seconds with their colon. */
export function clockDigits(ms: number): [string, string] {
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  return [`${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`, `:${two(seconds % 60)}`];
}

/** `1 h 23 min`, `20 min`, `45 s`. */
export function lengthWords(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)}${NBSP}s`;
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  if (hours === 0) return `${minutes}${NBSP}min`;
  return minutes === 0 ? `${hours}${NBSP}h` : `${hours}${NBSP}h ${minutes}${NBSP}min`;
}

/** `24 h`, `1 h 30 min`, `1 min 30 s`: to the second, so that it can be typed over. */
export function wholeLength(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS) % 60;
  if (ms < MINUTE_MS || seconds === 0) return lengthWords(ms);
  return `${lengthWords(ms)} ${seconds}${NBSP}s`;
}

/** "1 hour 23 minutes", for ears. */
export function spokenLength(ms: number): string {
  if (ms < MINUTE_MS) return counted(Math.floor(ms / SECOND_MS), 'second');
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return [hours > 0 && counted(hours, 'hour'), (minutes > 0 || hours === 0) && counted(minutes, 'minute')]
    .filter(Boolean)
    .join(' ');
}

/** `14:32`, or `2:32 pm`. */
export function timeOfDay(instant: number, reading: Reading): string {
  return clockWords(instant, reading, { minute: '2-digit' });
}

/** `14:32:08`, or `2:32:08 pm`. */
export function timeToTheSecond(instant: number, reading: Reading): string {
  return clockWords(instant, reading, { minute: '2-digit', second: '2-digit' });
}

/** `14:00`, or `2 pm` where the clock stands at the full hour: for a scale. */
export function hourOfDay(instant: number, reading: Reading): string {
  return timeOfDay(instant, reading).replace(/:00(?=\u00a0)/, '');
}

function clockWords(instant: number, reading: Reading, options: Intl.DateTimeFormatOptions): string {
  const { timeZone, hourCycle } = styleOf(reading);
  const hour = hourCycle === 'h12' ? 'numeric' : '2-digit';
  return format({ timeZone, hourCycle, hour, ...options })
    .format(instant)
    .replaceAll(/\s/g, NBSP);
}

/** `CET`, or `GMT+5:30` where a zone has no short name. */
export function zoneName(instant: number, timeZone: string): string {
  const parts = format({ timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** `12:48 – 14:32`; `22:10 – Fri 01:05` when it ends on another day; `12:48 – now` without an end. */
export function rangeWords(from: number, to: number | null, reading: Reading): string {
  if (to === null) return `${timeOfDay(from, reading)} – now`;
  const { timeZone } = styleOf(reading);
  const day = format({ timeZone, dateStyle: 'short' });
  const weekday = format({ timeZone, weekday: 'short' });
  const sameDay = day.format(from) === day.format(to);
  return `${timeOfDay(from, reading)} – ${sameDay ? '' : `${weekday.format(to)} `}${timeOfDay(to, reading)}`;
}

/** `12:48` today, `Wed 12:48` before that. */
export function whenWords(instant: number, reading: Reading, today: string): string {
  const time = timeOfDay(instant, reading);
  if (dayIn(styleOf(reading), instant) === today) return time;
  return `${shortWeekday(dateIn(styleOf(reading).timeZone, instant))} ${time}`;
}

/** `Thursday 19 November` of a calendar date; the year stands there when it is not `thisYear`. */
export function dayTitle(date: string, thisYear?: string): string {
  const withYear = thisYear !== undefined && !date.startsWith(thisYear);
  const parts = format({ timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const part = (type: string) => parts.formatToParts(Date.parse(date)).find((one) => one.type === type)?.value;
  return [part('weekday'), part('day'), part('month'), withYear && part('year')].filter(Boolean).join(' ');
}

/** `Thu`. */
export function shortWeekday(date: string): string {
  return format({ timeZone: 'UTC', weekday: 'short' }).format(Date.parse(date));
}

/** `± 20 ms`, `± 1.2 s`. */
export function boundWords(ms: number): string {
  return ms < SECOND_MS ? `±${NBSP}${Math.ceil(ms)}${NBSP}ms` : `±${NBSP}${(ms / SECOND_MS).toFixed(1)}${NBSP}s`;
}

export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, { hourCycle: 'h23', ...options });
  formats.set(key, known);
  return known;
}
