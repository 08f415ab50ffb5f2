import { expect, test } from 'vitest';
import { type ServiceFigures, timersUntilNow } from '#/components/operations/service-figures.ts';

const point = { at: '2026-03-10T09:00:00.000Z', minutes: 2, due: 7, timers_running: 14, timers_paused: 3 };

const NOW = { server_time: '2026-03-10T09:03:21.000Z', now: { timers_running: 0, timers_paused: 2 } };
const drawn = (data: object) => {
  const { points, step_seconds } = timersUntilNow({ points: [point], ...NOW, ...data } as unknown as ServiceFigures);
  return { points: points.map((one) => [one.at, one.minutes, one.timers_running, one.timers_paused]), step_seconds };
};

test('a day of timers has a point for each minute, keeps gaps, and ends with the current value', () => {
  const timers_by_minute = { from: '2026-03-10T09:00:00.000Z', running: [14, null, 1], paused: [3, null, 1] };
  expect(drawn({ step_seconds: 300, timers_by_minute })).toEqual({
    points: [
      ['2026-03-10T09:00:00.000Z', 1, 14, 3],
      ['2026-03-10T09:01:00.000Z', 0, null, null],
      ['2026-03-10T09:02:00.000Z', 1, 1, 1],
      ['2026-03-10T09:03:21.000Z', 0, 0, 2],
    ],
    step_seconds: 60,
  });
});

test('points of a response without minutes are kept, before the current figures', () => {
  expect(drawn({ step_seconds: 7_200, timers_by_minute: null })).toEqual({
    points: [
      [point.at, 2, 14, 3],
      ['2026-03-10T09:03:21.000Z', 0, 0, 2],
    ],
    step_seconds: 7_200,
  });
});
