import { dateIn } from '#/lib/client/calendar.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/**
 * How times and lengths read. Live: `1:23:45`; anywhere else `1 h 23 min`, rounded down; to be heard: "1 hour 23
 * minutes". Numbers and units are joined by no-break spaces, ranges by an en dash.
 */
const NBSP = '\u00a0';
/** 24 hours and day before month, until a person can choose. */
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

/** "1 hour 23 minutes", for ears. */
export function spokenLength(ms: number): string {
  if (ms < MINUTE_MS) return counted(Math.floor(ms / SECOND_MS), 'second');
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return [hours > 0 && counted(hours, 'hour'), (minutes > 0 || hours === 0) && counted(minutes, 'minute')]
    .filter(Boolean)
    .join(' ');
}

/** `14:32`. */
export function timeOfDay(instant: number, timeZone: string): string {
  return format({ timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
}

/** `14:32:08`. */
export function timeToTheSecond(instant: number, timeZone: string): string {
  return format({ timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(instant);
}

/** `CET`, or `GMT+5:30` where a zone has no short name. */
export function zoneName(instant: number, timeZone: string): string {
  const parts = format({ timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** `12:48 – 14:32`; `22:10 – Fri 01:05` when it ends on another day; `12:48 – now` without an end. */
export function rangeWords(from: number, to: number | null, timeZone: string): string {
  if (to === null) return `${timeOfDay(from, timeZone)} – now`;
  const day = format({ timeZone, dateStyle: 'short' });
  const weekday = format({ timeZone, weekday: 'short' });
  const sameDay = day.format(from) === day.format(to);
  return `${timeOfDay(from, timeZone)} – ${sameDay ? '' : `${weekday.format(to)} `}${timeOfDay(to, timeZone)}`;
}

/** `12:48` today, `Wed 12:48` before that. */
export function whenWords(instant: number, timeZone: string, today: string): string {
  const time = timeOfDay(instant, timeZone);
  const date = dateIn(timeZone, instant);
  return date === today ? time : `${shortWeekday(date)} ${time}`;
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

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(LOCALE, { ...options, hourCycle: 'h23' });
  formats.set(key, known);
  return known;
}
