import type { TeamDayJson } from '#/lib/analytics/reports/team-day-schemas.ts';
import { hourOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

type Day = Pick<TeamDayJson, 'from' | 'to'>;

/** The position of an instant in a day, from 0 to 1. */
export function partOfDay({ from, to }: Day, instant: number): number {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Math.min(1, Math.max(0, (instant - start) / (end - start)));
}

/** Each hour of a day of 23 to 25 hours, including its end, with its local time. */
export function hourTicks(day: Day, style: TimeStyle): { at: number; text: string }[] {
  const [start, end] = [Date.parse(day.from), Date.parse(day.to)];
  const count = Math.floor((end - start) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_, hour) => {
    const instant = start + hour * HOUR_MS;
    return { at: partOfDay(day, instant), text: hourOfDay(instant, style) };
  });
}
