import { expect, it } from 'vitest';
import { timesheetOf } from '#/lib/client/timesheet/timesheet.ts';
import { proposalsFrom, rowsOf } from '#/lib/client/timesheet/timesheet-proposals.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stoppedTimer } from '#/test/timer-json.ts';

const HOUR = 3_600_000;
const API: TimerJson['ticket'] = { id: 'a', key: 'API-412', title: 'Rate limiter', url: null };

/** Days in UTC from this one on. */
function sheetOf(dates: string[], timers: TimerJson[]) {
  const days = dates.map((date) => {
    const from = Date.parse(date);
    const [starts_at, ends_at] = [from, from + 24 * HOUR].map((at) => new Date(at).toISOString()) as [string, string];
    return { date, starts_at, ends_at, elapsed_ms: 0, timers: 0 };
  });
  const totals = { elapsed_ms: 0, as_of: '', time_zone: 'UTC', days: days.toReversed() };
  const list: TimerListJson = { timers, totals, next_cursor: null, server_time: '' };
  return timesheetOf(list, 'ticket', Date.parse('2026-11-19T12:00:00Z'));
}

const before = sheetOf(
  ['2026-11-11', '2026-11-12', '2026-11-13'],
  ['2026-11-11', '2026-11-12', '2026-11-13'].map((date) =>
    stoppedTimer([[`${date}T09:30:00.000Z`, `${date}T11:00:00.000Z`]], { ticket: API }),
  ),
);
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'];

it('proposes the durations of last week, at the same time of day, for days that have begun', () => {
  const proposals = proposalsFrom(before, sheetOf(DAYS, []), Date.parse('2026-11-19T12:00:00Z'));
  expect(
    proposals.all.map(({ date, ms, preferredStart }) => [date, ms / HOUR, new Date(preferredStart).toISOString()]),
  ).toEqual([
    ['2026-11-18', 1.5, '2026-11-18T09:30:00.000Z'],
    ['2026-11-19', 1.5, '2026-11-19T09:30:00.000Z'],
  ]);
});

it('proposes nothing where there is already time', () => {
  const done = stoppedTimer([['2026-11-18T09:00:00.000Z', '2026-11-18T09:10:00.000Z']], { ticket: API });
  const proposals = proposalsFrom(before, sheetOf(DAYS, [done]), Date.parse('2026-11-19T12:00:00Z'));
  expect(proposals.all.map(({ date }) => date)).toEqual(['2026-11-19']);
  expect(proposals.find(before.rows[0]?.key ?? '', '2026-11-18')).toBeNull();
});

it('rows alone bring no time', () => {
  expect(rowsOf(before)).toEqual([{ key: 'ticket:a', subject: expect.objectContaining({ ticket: API }) }]);
});
