import { instantIn } from '#/lib/client/alarms/alarm-when.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** When a person's day begins, epoch milliseconds; undefined for an invalid day. */
export function dayBegin(style: Pick<TimeStyle, 'timeZone' | 'dayStartHour'>, date: string): number | undefined {
  // If clocks skip that hour, the day begins with the next one.
  const hours = [style.dayStartHour, style.dayStartHour + 1];
  return hours.flatMap((hour) => instantIn(style.timeZone, date, hour * HOUR_MS) ?? [])[0];
}
