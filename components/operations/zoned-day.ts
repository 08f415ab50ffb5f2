import { type Reading, styleOf } from '#/lib/client/time-style.ts';

/** `Thu 19`, in the zone of who reads. */
export function zonedDay(instant: number, reading: Reading): string {
  const { timeZone } = styleOf(reading);
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric' }).format(instant);
}
