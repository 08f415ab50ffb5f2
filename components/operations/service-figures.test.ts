import { expect, test } from 'vitest';
import { byMinute, type ServiceFigures } from '#/components/operations/service-figures.ts';

const point = { at: '2026-03-10T09:00:00.000Z', minutes: 2, due: 7, timers_running: 14, timers_paused: 3 };

test('a day of timers has a point for each minute, and a gap stays one', () => {
  const timers_by_minute = { from: '2026-03-10T09:00:00.000Z', running: [14, null, 0], paused: [3, null, 1] };
  const { points, step_seconds } = byMinute({
    points: [point],
    step_seconds: 300,
    timers_by_minute,
  } as ServiceFigures & {
    points: unknown;
  });
  expect(step_seconds).toBe(60);
  expect(
    points.map(({ at, minutes, timers_running, timers_paused }) => [at, minutes, timers_running, timers_paused]),
  ).toEqual([
    ['2026-03-10T09:00:00.000Z', 1, 14, 3],
    ['2026-03-10T09:01:00.000Z', 0, null, null],
    ['2026-03-10T09:02:00.000Z', 1, 0, 1],
  ]);
});

test('where the response has no minutes its points stay', () => {
  const data = { points: [point], step_seconds: 7_200, timers_by_minute: null } as unknown as ServiceFigures;
  expect(byMinute(data)).toBe(data);
});
