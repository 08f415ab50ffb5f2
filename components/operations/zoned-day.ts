import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';

/** Creating one takes longer than a hundred uses, and a chart has hundreds of days to format. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `Thu 19`, in the reader's zone. */
export function zonedDay(instant: number, reading: Reading): string {
  const { timeZone } = styleOf(reading);
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}
