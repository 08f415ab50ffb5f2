import type { DailyTotalsJson, ReportGroupJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { addDays, weekdayOf, weekOf } from '#/lib/client/calendar/calendar.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** The number of colors for categories. The last is for the rest. */
const MAX_SERIES = 8;
/** More days than this are too narrow as bars: weeks replace them. */
const MAX_DAY_BARS = 62;
const FRIDAY = 5;
const LEVELS = 5;
const HOUR_MINUTES = 60;

/** The parts of a report in order of time; `value` is null for time without one, undefined for the rest. */
type Series = { name: string; value: string | null | undefined; color: string };
/**
 * Bars of days, or of weeks that begin on `date`; one value for each of the series, in milliseconds or counted, and
 * their sum.
 */
export type Bar = { date: string; ms: number; values: number[] };
export type Stack = { series: Series[]; bars: Bar[]; step: 'day' | 'week' };

type Group = Pick<ReportGroupJson, 'value' | 'key' | 'name' | 'by'>;
type Words = { nameOf: (group: Group) => string };

/** The largest groups as the parts of bars, the others as one; empty weekends are left out. */
export function stackOf(
  groups: readonly Group[],
  { days }: Pick<DailyTotalsJson, 'days'>,
  weekStart: number,
  { nameOf }: Words,
): Stack {
  const hasRest = groups.length > MAX_SERIES;
  const shown = groups.slice(0, hasRest ? MAX_SERIES - 1 : MAX_SERIES);
  const series: Series[] = shown.map((group, index) => ({
    name: nameOf(group),
    value: group.value,
    color: colorOf(index),
  }));
  if (hasRest) series.push({ name: 'Other', value: undefined, color: colorOf(MAX_SERIES - 1) });
  const bars = days.map(({ date, tracked_ms, parts }): Bar => {
    const known = shown.map(({ value }) => parts.find((part) => part.value === value)?.tracked_ms ?? 0);
    const all = parts.reduce((sum, part) => sum + part.tracked_ms, 0);
    const rest = Math.max(0, all - known.reduce((sum, ms) => sum + ms, 0));
    return { date, ms: tracked_ms, values: hasRest ? [...known, rest] : known };
  });
  return { series, ...inSteps(bars, weekStart) };
}

/** Bars of days, without empty weekends, or of weeks if there are too many. */
export function inSteps(days: readonly Bar[], weekStart: number): Pick<Stack, 'step' | 'bars'> {
  if (days.length > MAX_DAY_BARS) return { step: 'week', bars: weeksOf(days, weekStart) };
  return { step: 'day', bars: days.filter(({ date, ms }) => ms > 0 || weekdayOf(date) <= FRIDAY) };
}

function weeksOf(bars: readonly Bar[], weekStart: number): Bar[] {
  const weeks = new Map<string, Bar>();
  for (const { date, ms, values } of bars) {
    const week = weekOf(date, weekStart);
    const before = weeks.get(week);
    weeks.set(week, {
      date: week,
      ms: ms + (before?.ms ?? 0),
      values: values.map((value, index) => value + (before?.values[index] ?? 0)),
    });
  }
  return [...weeks.values()];
}

/** The color of the group with this rank, largest first. */
export function colorOf(rank: number): string {
  return `var(--chart-${Math.min(rank, MAX_SERIES - 1) + 1})`;
}

/** The level of an hour with this many tracked minutes: 0 for none, up to 5. */
export function minutesLevel(minutes: number): number {
  return Math.min(LEVELS, Math.ceil((minutes / HOUR_MINUTES) * LEVELS));
}

/** The hours to show: a working day, and more if there is time outside of it. From the first to the last, exclusive. */
export function hoursShown(hours: ReportSummaryJson['hours']): [from: number, to: number] {
  const used = hours.flatMap(({ average_minutes }) =>
    average_minutes.flatMap((minutes, hour) => (Math.round(minutes) > 0 ? [hour] : [])),
  );
  return [Math.min(8, ...used), Math.max(20, ...used.map((hour) => hour + 1))];
}

/** A day in the grid of a year; undefined before the first day and after the last. */
export type YearDay = { date: string; ms: number; level: number };

/** The days of whole weeks by weekday, then week: colored relative to the longest. */
export function yearGrid(days: DailyTotalsJson['days'], weekStart: number): (YearDay | undefined)[][] {
  const most = Math.max(1, ...days.map(({ tracked_ms }) => tracked_ms));
  const byDate = new Map(days.map(({ date, tracked_ms }) => [date, tracked_ms]));
  const first = weekOf(days[0]?.date ?? '1970-01-01', weekStart);
  const weeks = days.length === 0 ? 0 : Math.floor(daysBetween(first, days.at(-1)?.date ?? first) / 7) + 1;
  return Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: weeks }, (_, week) => {
      const date = addDays(first, week * 7 + row);
      const ms = byDate.get(date);
      return ms === undefined ? undefined : { date, ms, level: Math.ceil((ms / most) * LEVELS) };
    }),
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * MINUTE_MS));
}

/** `5 min more`, `2 h less`, `the same`; durations are compared as displayed, to the minute. */
export function formatChange(now: number, before: number): string {
  const change = Math.floor(now / MINUTE_MS) - Math.floor(before / MINUTE_MS);
  if (change === 0) return 'the same';
  return `${formatDuration(Math.abs(change) * MINUTE_MS)} ${change > 0 ? 'more' : 'less'}`;
}

/** A percentage; only zero is shown as such: less is below 1 %. */
export function formatPercent(share: number): string {
  const percent = Math.round(share * 100);
  return `${share > 0 && percent === 0 ? '< 1' : percent}\u00a0%`;
}
