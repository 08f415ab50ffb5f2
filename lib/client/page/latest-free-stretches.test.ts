import { expect, test } from 'vitest';
import { latestFreeStretches } from '#/lib/client/page/latest-free-stretches.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stoppedTimer, timerJson } from '#/test/timer-json.ts';

const MINUTE = 60_000;
const at = (time: string) => Date.parse(`2026-11-19T${time}Z`);
const DAY = {
  date: '2026-11-19',
  starts_at: '2026-11-18T23:00:00Z',
  ends_at: '2026-11-19T23:00:00Z',
  elapsed_ms: 0,
  timers: 0,
};
const placed = (minutes: number, timers: TimerJson[], now = '12:00:42') =>
  latestFreeStretches(minutes * MINUTE, { timers } as TimerListJson, DAY, at(now))?.map(({ from, to }) =>
    [from, to].map((instant) => new Date(instant).toISOString().slice(11, 19)),
  );

test('time is added just before the current minute', () => {
  expect(placed(30, [])).toEqual([['11:30:00', '12:00:00']]);
});

test('running and past time keeps its place', () => {
  expect(placed(30, [timerJson()])).toEqual([['08:30:00', '09:00:00']]);
  expect(placed(30, [stoppedTimer([['11:40', '11:50']])])).toEqual([['11:10:00', '11:40:00']]);
  expect(placed(10, [stoppedTimer([['11:40', '11:50']])])).toEqual([['11:50:00', '12:00:00']]);
});

test('discarded time frees its place', () => {
  expect(placed(30, [stoppedTimer([['11:00', '12:00']], { status: 'discarded' })])).toEqual([['11:30:00', '12:00:00']]);
});

test('it is split if there is no room for it in one piece, and null when the day is full', () => {
  const full = stoppedTimer([
    ['2026-11-18T23:00:00Z', '10:40'],
    ['11:00', '11:50'],
  ]);
  expect(placed(25, [full])).toEqual([
    ['10:45:00', '11:00:00'],
    ['11:50:00', '12:00:00'],
  ]);
  expect(placed(31, [full])).toBeUndefined();
});
