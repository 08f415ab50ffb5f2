import { SECOND_MS } from '#/lib/core/duration.ts';

/** A zone's clock: its offset from UTC, and the name of that (`CET`, or `GMT+5:30` without a short name). */
export type ZoneClock = { offsetMs: number; name: string };

/** Making one costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's clock at an instant (epoch milliseconds), by the time zone data of this runtime. */
export function zoneClock(timeZone: string, instant: number): ZoneClock {
  const parts = zoneFormat(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  const local = Date.parse(`${date}T${part('hour')}:${part('minute')}:${part('second')}Z`);
  return { offsetMs: local - Math.floor(instant / SECOND_MS) * SECOND_MS, name: part('timeZoneName') || timeZone };
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, known);
  return known;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    timeZoneName: 'short',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}
