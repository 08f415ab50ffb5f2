import type { RescheduleAlarmBody } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { timeToTheSecond } from '#/lib/client/time/format-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';

/** A time as typed: a duration from now, or a date and time in a zone. */
export type TypedWhen = { kind: 'in' | 'at'; length: string; date: string; time: string };

export type ReadWhen =
  | { ok: true; body: Pick<RescheduleAlarmBody, 'delay_ms' | 'fire_at'>; dueAt: (serverNow: number) => number }
  | { ok: false; field: 'length' | 'date' | 'time'; problem: string };

const LENGTH_EXAMPLE = 'Enter a duration, such as 10m, 1h30, or 45s.';
const TIME_EXAMPLE = 'Enter a time, such as 17:46, 1746, or 5:46pm.';
const CLOCK = /^(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?(am?|pm?)?$/;

export function readWhen(when: TypedWhen, timeZone: string): ReadWhen {
  if (when.kind === 'in') {
    const ms = readDuration(when.length);
    if (ms === null || ms < 1) return { ok: false, field: 'length', problem: LENGTH_EXAMPLE };
    return { ok: true, body: { delay_ms: ms }, dueAt: (serverNow) => serverNow + ms };
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(when.date)) return { ok: false, field: 'date', problem: 'Choose a day.' };
  const time = readClock(when.time);
  if (time === null) return { ok: false, field: 'time', problem: TIME_EXAMPLE };
  const instant = instantIn(timeZone, when.date, time);
  if (instant === null)
    return { ok: false, field: 'time', problem: 'The clocks skip this time that night. Enter another.' };
  return { ok: true, body: { fire_at: new Date(instant).toISOString() }, dueAt: () => instant };
}

/** An instant as an editable date and time. */
export function typedInstant(instant: number, timeZone: string): Pick<TypedWhen, 'date' | 'time'> {
  return { date: dateIn(timeZone, instant), time: timeToTheSecond(instant, timeZone) };
}

/** Milliseconds of `10m`, `1h30`, `1:30` (hours and minutes), `1 h 30 min`, `PT1H30M`; null for anything else. */
export function readDuration(text: string): number | null {
  const trimmed = text.trim();
  const clock = /^(\d+):(\d{2})(?::(\d{2}))?$/.exec(trimmed);
  if (clock) {
    const [, hours, minutes, seconds] = clock.map(Number);
    return (hours ?? 0) * HOUR_MS + (minutes ?? 0) * MINUTE_MS + (seconds || 0) * SECOND_MS;
  }
  const short = trimmed
    .toLowerCase()
    .replaceAll(/[\s\u00a0]+/g, '')
    .replaceAll(/min(ute)?s?/g, 'm')
    .replaceAll(/h(ou)?rs?/g, 'h')
    .replace(/(\d),(\d{1,2}h)/, '$1.$2')
    .replaceAll(/sec(ond)?s?/g, 's')
    .replaceAll(/days?/g, 'd')
    .replace(/h(\d+)$/, 'h$1m')
    .replace(/(\d)m(\d+)$/, '$1m$2s');
  return parseDuration(short) ?? parseDuration(trimmed.toUpperCase());
}

/** Milliseconds since midnight of `17:46`, `1746`, `17:46:30`, `5:46p`, `9am`; null for anything else. */
export function readClock(text: string): number | null {
  const match = CLOCK.exec(text.toLowerCase().replaceAll(/\s+/g, ''));
  if (!match) return null;
  const [, first = '', minutes = '0', seconds = '0', half] = match;
  const hours = hourOf(Number(first), half);
  if (hours === null || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return hours * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

/**
 * The instant of a local date and time in the zone; the earlier of the two when clocks go back, null when they skip it.
 */
export function instantIn(timeZone: string, date: string, msOfDay: number): number | null {
  return instantsIn(timeZone, date, msOfDay)[0] ?? null;
}

/** Every instant of a local date and time in the zone: one, two when clocks go back, none when they skip it. */
export function instantsIn(timeZone: string, date: string, msOfDay: number): number[] {
  const wall = Date.parse(date) + msOfDay;
  if (Number.isNaN(wall)) return [];
  // The zone's offset is that of a day before or after; the larger one gives the earlier instant.
  const offsets = new Set([offsetMs(timeZone, wall - DAY_MS), offsetMs(timeZone, wall + DAY_MS)]);
  const instants = [...offsets].map((offset) => wall - offset).sort((left, right) => left - right);
  return instants.filter((instant) => instant + offsetMs(timeZone, instant) === wall);
}

/** The zone's offset from UTC at this instant. */
export function offsetMs(timeZone: string, instant: number): number {
  const seconds = Math.floor(instant / SECOND_MS) * SECOND_MS;
  const wall = Date.parse(`${dateIn(timeZone, seconds)}T${timeToTheSecond(seconds, timeZone)}Z`);
  return wall - seconds;
}
