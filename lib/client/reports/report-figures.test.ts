import { expect, test } from 'vitest';
import type { DailyTotalsJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import {
  formatChange,
  formatPercent,
  hoursShown,
  minutesLevel,
  stackOf,
  yearGrid,
} from '#/lib/client/reports/report-figures.ts';

const HOUR_MS = 3_600_000;
type Group = ReportSummaryJson['groups'][number];
type Day = DailyTotalsJson['days'][number];

function group(value: string | null): Group {
  return {
    by: 'project',
    value,
    key: null,
    name: value,
    tracked_ms: 0,
    timers: 1,
    share: 0,
    groups: [],
    groups_left_out: 0,
  };
}

function day(date: string, parts: Record<string, number>): Day {
  const list = Object.entries(parts).map(([value, hours]) => ({
    value,
    key: null,
    name: value,
    tracked_ms: hours * HOUR_MS,
    timers: 1,
  }));
  return {
    date,
    starts_at: `${date}T00:00:00Z`,
    ends_at: `${addDays(date, 1)}T00:00:00Z`,
    tracked_ms: list.reduce((sum, { tracked_ms }) => sum + tracked_ms, 0),
    timers: list.length,
    parts: list,
  };
}

const words = { nameOf: ({ name }: { name: string | null }) => name ?? 'No project' };

test('a bar has one value for each group, and empty weekends have no bar', () => {
  const days = [day('2026-11-20', { web: 2, api: 3 }), day('2026-11-21', {}), day('2026-11-22', { api: 1 })];
  const { series, bars, step } = stackOf([group('api'), group('web')], { days }, 1, words);
  expect(step).toBe('day');
  expect(series.map(({ name }) => name)).toEqual(['api', 'web']);
  expect(bars).toEqual([
    { date: '2026-11-20', ms: 5 * HOUR_MS, values: [3 * HOUR_MS, 2 * HOUR_MS] },
    { date: '2026-11-22', ms: HOUR_MS, values: [HOUR_MS, 0] },
  ]);
});

test('groups beyond the colors are one part of a bar, and no time is lost', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const days = [day('2026-11-20', Object.fromEntries(names.map((name) => [name, 1])))];
  const { series, bars } = stackOf(names.map(group), { days }, 1, words);
  expect(series.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'Other']);
  expect(bars[0]?.values.at(-1)).toBe(2 * HOUR_MS);
});

test('a long report has a bar for each week', () => {
  const days = Array.from({ length: 70 }, (_, index) => day(addDays('2026-09-14', index), { api: 1 }));
  const { bars, step } = stackOf([group('api')], { days }, 1, words);
  expect(step).toBe('week');
  expect(bars).toHaveLength(10);
  expect(bars[0]).toEqual({ date: '2026-09-14', ms: 7 * HOUR_MS, values: [7 * HOUR_MS] });
});

test('the hours of a working day are shown, and others with time', () => {
  const hours = (worked: Record<number, number>) => [
    { weekday: 1, days: 1, average_minutes: Array.from({ length: 24 }, (_, hour) => worked[hour] ?? 0) },
  ];
  expect(hoursShown(hours({ 9: 50 }))).toEqual([8, 20]);
  expect(hoursShown(hours({ 6: 3, 22: 10, 23: 0.2 }))).toEqual([6, 23]);
  expect([0, 0.4, 12, 13, 60].map(minutesLevel)).toEqual([0, 1, 1, 2, 5]);
});

test('a year is a grid of weekdays by weeks, the longest day the darkest', () => {
  const days = [day('2026-11-16', { api: 4 }), day('2026-11-17', { api: 8 }), day('2026-11-24', {})];
  const grid = yearGrid(days, 1);
  expect(grid.map((row) => row.length)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(grid[0]).toEqual([{ date: '2026-11-16', ms: 4 * HOUR_MS, level: 3 }, undefined]);
  expect(grid[1]?.map((one) => one?.level)).toEqual([5, 0]);
});

test('a change is shown in the displayed minutes', () => {
  expect(formatChange(65 * 60_000, 60 * 60_000 + 59_000)).toBe('5\u00a0min more');
  expect(formatChange(0, 2 * HOUR_MS)).toBe('2\u00a0h less');
  expect(formatChange(HOUR_MS, HOUR_MS + 30_000)).toBe('the same');
  expect([0, 0.001, 0.374, 1].map(formatPercent)).toEqual(['0\u00a0%', '< 1\u00a0%', '37\u00a0%', '100\u00a0%']);
});
