import { formatDuration, timeOfDay } from '#/lib/client/time/format-time.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

/** "28 s ago" up to a day, then the date in the reader's zone; the year when it is not this one. */
export function formatAgo(at: Date | null, now: Date, reading: Reading): string {
  if (!at) return 'never';
  const ms = Math.max(0, now.getTime() - at.getTime());
  if (ms < DAY_MS) return `${formatDuration(ms)} ago`;
  return formatDate(at, now, reading);
}

/** "Thu 19 Nov", with the year when it is not this one. */
export function formatDate(at: Date, now: Date, reading: Reading): string {
  const [day, today] = [partsOf(at, reading), partsOf(now, reading)];
  const text = `${day.weekday} ${day.day} ${day.month}`.replaceAll(' ', '\u00a0');
  return day.year === today.year ? text : `${text}\u00a0${day.year}`;
}

/** The instant in full, for a tooltip: "Thu 19 Nov 2026, 14:32 CET". */
export function formatInstant(at: Date, reading: Reading): string {
  const { weekday, day, month, year, timeZoneName } = partsOf(at, reading);
  return `${weekday} ${day} ${month} ${year}, ${timeOfDay(at.getTime(), reading)} ${timeZoneName}`;
}

function partsOf(at: Date, reading: Reading): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: styleOf(reading).timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZoneName: 'short',
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
