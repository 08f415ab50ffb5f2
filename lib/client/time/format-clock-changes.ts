import { instantIn } from '#/lib/client/alarms/alarm-when.ts';
import { addDays, dayIn } from '#/lib/client/calendar/calendar.ts';
import { shortDay } from '#/lib/client/corrections/format-correction.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

type Stretch = { from: number; to: number };
/** A longer stretch is a mistake, and its days are not listed. */
const MAX_DAYS = 40;

/** Names each of these days with a clock change: `Sun 25 Oct has 25 h: the clocks go back.` */
export function formatClockChanges(stretches: readonly Stretch[], style: TimeStyle): string[] {
  const dates = new Set(stretches.flatMap((stretch) => daysOf(stretch, style)));
  return [...dates].toSorted().flatMap((date) => {
    const ms = lengthOfDay(date, style);
    if (ms === DAY_MS) return [];
    const hours = ms / HOUR_MS;
    return [`${shortDay(date)} has ${hours}\u00a0h: the clocks go ${ms > DAY_MS ? 'back' : 'forward'}.`];
  });
}

function daysOf({ from, to }: Stretch, style: TimeStyle): string[] {
  const last = dayIn(style, Math.max(from, to - 1));
  const days = [dayIn(style, from)];
  for (let day = days[0] ?? last; day < last && days.length < MAX_DAYS; ) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
}

/** If clocks skip the hour at which a day begins, it begins with the next one. */
function lengthOfDay(date: string, { timeZone, dayStartHour }: TimeStyle): number {
  const begin = (day: string) =>
    instantIn(timeZone, day, dayStartHour * HOUR_MS) ?? instantIn(timeZone, day, (dayStartHour + 1) * HOUR_MS);
  return (begin(addDays(date, 1)) ?? Number.NaN) - (begin(date) ?? Number.NaN);
}
