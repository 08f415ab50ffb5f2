import { entryMs, tintName, tintsOf } from '#/lib/client/calendar/calendar-blocks.ts';
import { type DayEntries, dayEntries, dayTotalMs, type Entry } from '#/lib/client/entries/day-entries.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { freeStretches, placeFor, type Stretch } from '#/lib/client/timesheet/timesheet-place.ts';
import { firstHour } from '#/lib/client/timesheet/timesheet-plan.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** One timer's time on a day, in milliseconds, with the color of its project. */
export type MonthEntry = { timer: TimerJson; ms: number; isLive: boolean; tint: number };

/** A day of the month: its total as in the week, and its entries, earliest first. */
export type MonthDay = {
  day: DayEntries['day'];
  totalMs: number;
  isLive: boolean;
  entries: MonthEntry[];
  /** Tracked stretches, in any order. */
  busy: Stretch[];
  /** The list with only the timers of that day, which is enough for its growing total. */
  list: TimerListJson;
};

/** The cells of a month, by date. */
export function monthDays(list: TimerListJson, serverNow: number): Map<string, MonthDay> {
  const tints = tintsOf(list.timers.map(tintName));
  const tinted = (entry: Entry): MonthEntry => ({
    timer: entry.timer,
    ms: entryMs(entry.spans),
    isLive: entry.isLive,
    tint: tints.get(tintName(entry.timer)) ?? 1,
  });
  return new Map(
    dayEntries(list, serverNow).map(({ day, entries }) => {
      const own = { ...list, timers: entries.map(({ timer }) => timer) };
      return [
        day.date,
        {
          day,
          totalMs: dayTotalMs(own, day, serverNow),
          isLive: entries.some(({ isLive }) => isLive),
          entries: entries.toReversed().map(tinted),
          busy: entries.flatMap(({ spans }) => spans),
          list: own,
        },
      ];
    }),
  );
}

/**
 * The entries that fit into a cell, and how many are left over; that count takes the room of one. The running one is
 * always included.
 */
export function fitEntries<T extends { isLive: boolean }>(
  entries: readonly T[],
  room: number,
): { shown: T[]; more: number } {
  if (entries.length <= room) return { shown: [...entries], more: 0 };
  const shownCount = Math.max(0, room - 1);
  const live = entries.findIndex(({ isLive }) => isLive);
  const shown = entries.filter((_, index) =>
    live < shownCount ? index < shownCount : index < shownCount - 1 || index === live,
  );
  return { shown: shown.slice(0, shownCount), more: entries.length - shownCount };
}

/** The hour proposed for time added to a day: the first free one from nine o'clock on, else any free time. */
export function freeHour({ day, busy }: MonthDay, serverNow: number, style: TimeStyle): Stretch {
  const [from, to] = [Date.parse(day.starts_at), Date.parse(day.ends_at)];
  const nine = firstHour({ date: day.date, from, to }, style);
  const [place] = placeFor(HOUR_MS, freeStretches({ from, to: Math.min(to, serverNow) }, busy), nine) ?? [];
  return place ?? { from: nine, to: nine + HOUR_MS };
}
