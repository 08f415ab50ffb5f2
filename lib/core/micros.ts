/**
 * Instants of alarms are whole microseconds since 1970-01-01T00:00Z, which `timestamptz(6)` can hold and `Date` can't.
 * They stay below 2^53 until the year 2255.
 */
export type Micros = number;

export const MS_US = 1_000;
export const SECOND_US = 1_000_000;

const RFC_3339 = /^(\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;
const LATEST_US = Date.UTC(2255, 0, 1) * MS_US;

/**
 * Microseconds of an RFC 3339 instant with its zone, or null for anything else, such as 30 February. Digits beyond the
 * sixth round up, so that nothing is early.
 */
export function parseMicros(text: string): Micros | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  const [, seconds = '', fraction = '', zone = ''] = match;
  const ms = Date.parse(`${seconds.toUpperCase()}${zone.toUpperCase()}`);
  if (Number.isNaN(ms) || !isRealDay(seconds)) return null;
  const us = ms * MS_US + Math.ceil(Number(fraction.padEnd(9, '0')) / 1_000);
  return us >= 0 && us < LATEST_US ? us : null;
}

/**
 * The second that was formatted last, since consecutive instants often share one: `toISOString` takes ten times as
 * long.
 */
let lastSecond = Number.NaN;
let lastText = '';

/** RFC 3339 in UTC with six digits, e.g. `2026-11-19T13:30:00.000123Z`. */
export function formatMicros(us: Micros): string {
  const second = Math.floor(us / SECOND_US);
  if (second !== lastSecond) {
    lastText = new Date(second * 1_000).toISOString().slice(0, 20);
    lastSecond = second;
  }
  return `${lastText}${String(us - second * SECOND_US).padStart(6, '0')}Z`;
}

/** The millisecond of an instant. */
export function dateOf(us: Micros): Date {
  return new Date(Math.floor(us / MS_US));
}

/** `Date.parse` reads 30 February as 2 March. */
function isRealDay(seconds: string): boolean {
  const day = seconds.slice(0, 10);
  if (Number(day.slice(8)) <= 28) return true;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
