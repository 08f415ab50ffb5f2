import { expect, test } from 'vitest';
import { linePath, ticksTo } from '#/components/charts/scale.ts';

const BOX = { width: 100, height: 10 };

test('a scale ends above the largest value, with lines at round numbers', () => {
  expect([0, 1, 2, 3, 41, 71, 100, 1_284].map(ticksTo)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
    [0, 2, 4],
    [0, 50, 100],
    [0, 50, 100],
    [0, 50, 100],
    [0, 1_000, 2_000],
  ]);
});

test('a line is broken where nothing is known, and a single value is a dash', () => {
  expect(linePath([0, 10, 5], 10, BOX)).toBe('M0 10L50 0L100 5');
  expect(linePath([0, null, null, 10, 10], 10, BOX)).toBe('M-6.2 10h12.5M75 0L100 0');
  expect(linePath([null, null], 10, BOX)).toBe('');
});
