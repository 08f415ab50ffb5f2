import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';
import type { DurationUnit } from '#/lib/tracking/imports/import.ts';

export type DateOrder = 'day_first' | 'month_first';
/** A duration as stated in a file, and its possible rounding error, both in milliseconds. */
export type StatedDuration = { ms: number; roundingMs: number };
/** A time of day in milliseconds since midnight, and whether it has no seconds, so that they were cut off. */
export type ClockTime = { ms: number; isMinutes: boolean };

const NUMBERED_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const ISO_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?\s?(?:Z|[+-]\d{2}:?\d{2})$/i;
const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?(?:\.\d+)?\s*([ap])?\.?\s*(?:m\.?)?$/i;
const CLOCK_LENGTH = /^(\d{1,4}):(\d{2})(?::(\d{2}))?$/;
const HOURS_MINUTES = /^(\d{1,4})(?:[.,](\d{2}))?$/;
const UNIT_MS = { hours: HOUR_MS, minutes: MINUTE_MS, seconds: SECOND_MS } as const;

/**
 * The order of day and month in these dates, decided by those that can be read in only one way. `ask` when all of them
 * are ambiguous, null when none of them needs it.
 */
export function dateOrderOf(dates: Iterable<string>): DateOrder | 'ask' | null {
  let order: DateOrder | 'ask' | null = null;
  for (const text of dates) {
    const match = NUMBERED_DATE.exec(dayPart(text));
    if (!match) continue;
    // No format with dots puts the month first.
    if (match[2] === '.' || Number(match[1]) > 12) return 'day_first';
    if (Number(match[3]) > 12) return 'month_first';
    order = 'ask';
  }
  return order;
}

/** A calendar day as `2026-11-19`, or null for other text. */
export function readDate(text: string, order: DateOrder | null): string | null {
  const trimmed = text.trim();
  const iso = ISO_DATE.exec(trimmed);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const match = NUMBERED_DATE.exec(trimmed);
  if (!match || (!order && match[2] !== '.')) return null;
  const isDayFirst = order === 'day_first' || match[2] === '.';
  return isDayFirst ? dayOf(match[4], match[3], match[1]) : dayOf(match[4], match[1], match[3]);
}

/** A time of day: `14:05`, `14:05:09`, `2:05 PM`, `2.05 pm`; null for other text. */
export function readClock(text: string): ClockTime | null {
  const match = CLOCK.exec(text.trim());
  if (!match) return null;
  const [, hours, minutes, seconds, half] = match;
  if (!half && minutes === undefined) return null;
  const hour = Number(hours);
  if (half ? hour < 1 || hour > 12 : hour > 24) return null;
  const onDial = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  const ms = onDial * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS + Number(seconds ?? 0) * SECOND_MS;
  if (Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59 || ms > DAY_MS) return null;
  return { ms, isMinutes: seconds === undefined };
}

/** An instant that names its offset from UTC, in epoch milliseconds; null for other text. */
export function readInstant(text: string): number | null {
  const trimmed = text.trim();
  if (!INSTANT.test(trimmed)) return null;
  const instant = Date.parse(trimmed.replace(' ', 'T').replace(/\s/, ''));
  return Number.isNaN(instant) ? null : instant;
}

/** Date and time in one cell, without an offset: `2024-10-15 12:02:17`, `10/15/2024 12:02 PM`. */
export function splitDateTime(text: string): { date: string; time: string } | null {
  const match = /^(\S+)[T\s]\s*(\d{1,2}[:.].+)$/.exec(text.trim());
  if (match) return { date: match[1] as string, time: match[2] as string };
  const iso = /^(\d{4}-\d{2}-\d{2})T(.+)$/.exec(text.trim());
  return iso ? { date: iso[1] as string, time: iso[2] as string } : null;
}

/** `1:30:00`, `1:30`, `1.5`, `1,5`, `1h 30m`, `PT1H30M`: a bare number counts `unit`. Null for other text. */
export function readDuration(text: string, unit: DurationUnit): StatedDuration | null {
  // A dot between hours and minutes counts as a colon.
  const trimmed =
    unit === 'hours_minutes'
      ? text.trim().replace(HOURS_MINUTES, (_whole, hours, minutes) => `${hours}:${minutes ?? '00'}`)
      : text.trim();
  const clock = CLOCK_LENGTH.exec(trimmed);
  if (clock) {
    const [, hours, minutes, seconds] = clock;
    if (Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
    const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds ?? 0) * SECOND_MS;
    return { ms, roundingMs: seconds === undefined ? MINUTE_MS : SECOND_MS };
  }
  const number = readNumber(trimmed);
  if (number && unit !== 'hours_minutes') {
    const step = UNIT_MS[unit] / 10 ** number.decimals;
    return { ms: Math.round(number.value * UNIT_MS[unit]), roundingMs: Math.max(1, Math.ceil(step / 2)) };
  }
  const durationMs = parseDuration(trimmed.replace(/min\b/g, 'm').replace(/\s+/g, ''));
  return durationMs === null ? null : { ms: durationMs, roundingMs: SECOND_MS };
}

/** `1.5`, `1,5`, `1.234,50`, `1,234.50`: with both separators, the last one begins the decimals. */
function readNumber(text: string): { value: number; decimals: number } | null {
  const match = /^(\d{1,3}(?:[.,' ]\d{3})+|\d+)?(?:([.,])(\d+))?$/.exec(text);
  if (!match || text === '') return null;
  const [, whole = '0', , fraction = ''] = match;
  // `1,234` alone is a decimal number: thousands of hours are rarer than three decimals.
  const grouped = /^\d{1,3}[.,]\d{3}$/.test(text);
  if (grouped) return { value: Number(text.replace(',', '.')), decimals: 3 };
  return { value: Number(`${whole.replace(/\D/g, '')}.${fraction || '0'}`), decimals: fraction.length };
}

function dayPart(text: string): string {
  return text.trim().split(/[T\s]/)[0] ?? '';
}

function dayOf(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date) ? date : null;
}
