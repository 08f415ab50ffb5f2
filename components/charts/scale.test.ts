import { expect, test } from 'vitest';
import { isAlone, ticksTo } from '#/components/charts/scale.ts';

test('a scale ends above the largest value, with lines at round numbers', () => {
  expect([0, 1, 2, 3, 41, 71, 100, 1_284].map((largest) => ticksTo(largest))).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
    [0, 2, 4],
    [0, 50, 100],
    [0, 50, 100],
    [0, 50, 100],
    [0, 1_000, 2_000],
  ]);
  expect(ticksTo(7.7, 4)).toEqual([0, 2, 4, 6, 8]);
});

test('a value between two gaps is told from those that a line connects', () => {
  const values = [4, null, 7, null, null, 1, 2];
  expect(values.map((_, index) => isAlone(values, index))).toEqual([true, false, true, false, false, false, false]);
});
