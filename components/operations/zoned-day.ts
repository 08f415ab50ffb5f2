import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';

/** To make one takes longer than to use it a hundred times, and a chart has hundreds of days to write. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `Thu 19`, in the zone of who reads. */
export function zonedDay(instant: number, reading: Reading): string {
  const { timeZone } = styleOf(reading);
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}
