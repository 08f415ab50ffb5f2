import { expect, test } from 'vitest';
import { isAlone, labeledPlaces, ticksTo } from '#/components/charts/scale.ts';

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

test('a value between two gaps is distinguished from those that a line connects', () => {
  const values = [4, null, 7, null, null, 1, 2];
  expect(values.map((_, index) => isAlone(values, index))).toEqual([true, false, true, false, false, false, false]);
});

test('the last place of an axis has a label, and those before it as far as they fit', () => {
  const places = (count: number, widthPx: number) => labeledPlaces(count, { widthPx, labelPx: 36 });
  expect(places(5, 700)).toEqual([0, 1, 2, 3, 4]);
  expect(places(30, 660)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29]);
  expect(places(31, 300).at(-1)).toBe(30);
  expect(places(1, 300)).toEqual([0]);
  expect(places(0, 300)).toEqual([]);
});
