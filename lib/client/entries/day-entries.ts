import { elapsedWithinMs, spanEnd } from '#/lib/client/timers/elapsed.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Day = TimerListJson['totals']['days'][number];

/** One timer's part on one day. Epoch milliseconds. */
export type Entry = { timer: TimerJson; from: number; to: number; isLive: boolean; spans: EntrySpan[] };
export type EntrySpan = Pick<TimerJson['spans'][number], 'id' | 'origin' | 'started_zone' | 'ended_zone'> & {
  from: number;
  to: number;
  isLive: boolean;
};
export type DayEntries = { day: Day; entries: Entry[] };

/**
 * The timers of a list by calendar day, newest first. A timer over midnight is on both days, each with its part, so
 * that the rows of a day add up to its total.
 */
export function dayEntries(list: TimerListJson, serverNow: number): DayEntries[] {
  return list.totals.days.map((day) => ({
    day,
    entries: list.timers
      .flatMap((timer) => entryOn(day, timer, serverNow))
      .sort((left, right) => right.from - left.from),
  }));
}

/** Whether an earlier day has time in the list. */
export function hasEarlierDays(list: TimerListJson, today: string): boolean {
  return list.totals.days.some((day) => day.date < today && day.timers > 0);
}

/** Adds earlier days from `latest`, so that people who were away find their last work. */
export function withEarlierDays(list: TimerListJson, latest: TimerListJson): TimerListJson {
  const first = list.totals.days.at(-1);
  if (!first) return latest;
  const known = new Set(list.timers.map(({ id }) => id));
  const timers = latest.timers.filter(({ id }) => !known.has(id));
  const days = latest.totals.days.filter(
    (day) => day.date < first.date && timers.some((timer) => timer.spans.some((span) => touches(day, span))),
  );
  return {
    ...list,
    timers: [...list.timers, ...timers],
    totals: { ...list.totals, days: [...list.totals.days, ...days] },
    next_cursor: list.next_cursor ?? latest.next_cursor,
  };
}

/** Milliseconds tracked on a day. The server's own sum is used if the list has only a part of the timers. */
export function dayTotalMs(list: TimerListJson, day: Day, serverNow: number): number {
  const range = { from: Date.parse(day.starts_at), to: Date.parse(day.ends_at) };
  const listed = list.timers.reduce((sum, timer) => sum + elapsedWithinMs(timer, range, serverNow), 0);
  return list.next_cursor === null ? listed : Math.max(listed, day.elapsed_ms);
}

/** How many timers have time on a day. The server's own count is used if the list has only a part of them. */
export function dayCount({ next_cursor }: TimerListJson, { day, entries }: DayEntries): number {
  return next_cursor === null ? entries.length : Math.max(entries.length, day.timers);
}

function touches(day: Day, { started_at, ended_at }: TimerJson['spans'][number]): boolean {
  const ended = ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at);
  return Date.parse(started_at) < Date.parse(day.ends_at) && ended > Date.parse(day.starts_at);
}

function entryOn(day: Day, timer: TimerJson, serverNow: number): Entry[] {
  const [dayFrom, dayTo] = [Date.parse(day.starts_at), Date.parse(day.ends_at)];
  const spans = timer.spans.flatMap((span): EntrySpan[] => {
    const began = Date.parse(span.started_at);
    const ended = Math.max(began, spanEnd(span, timer, serverNow));
    const isLive = span.ended_at === null && serverNow < dayTo;
    if (began >= dayTo || ended < dayFrom || (ended === dayFrom && began < dayFrom)) return [];
    const { id, origin } = span;
    const [from, to] = [Math.max(began, dayFrom), Math.min(ended, dayTo)];
    // A cut at midnight has no zone.
    const started_zone = began < dayFrom ? null : span.started_zone;
    const ended_zone = ended > dayTo ? null : span.ended_zone;
    return [{ id, origin, started_zone, ended_zone, from, to, isLive }];
  });
  const first = spans[0];
  const last = spans.at(-1);
  if (!first || !last) return [];
  return [{ timer, from: first.from, to: last.to, isLive: spans.some((span) => span.isLive), spans }];
}
