import { describe, expect, test } from 'vitest';
import { DRAWN_SHARES, median, quantile } from '#/bench/figures/quantile.ts';

describe('quantiles', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);

  test.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [0.991, 100],
    [1, 100],
  ])('share %d of 1 to 100 is %d', (q, expected) => expect(quantile(hundred, q)).toBe(expected));

  test('of one value is that value, of none is not a number', () => {
    expect(quantile([7], 0.99)).toBe(7);
    expect(quantile([], 0.5)).toBeNaN();
  });

  test('shares that are drawn rise from 0 to 99.99 %', () => {
    expect(DRAWN_SHARES[0]).toBe(0);
    expect(DRAWN_SHARES.at(-1)).toBeCloseTo(0.9999, 6);
    expect([...DRAWN_SHARES].sort((a, b) => a - b)).toEqual(DRAWN_SHARES);
  });
});

describe('the median run', () => {
  const of = (...values: number[]) => median(values, (value) => value);

  test('is the middle one; of two the worse', () => {
    expect(of(9, 1, 5)).toBe(5);
    expect(of(9, 1)).toBe(9);
    expect(of(3)).toBe(3);
  });

  test('counts a run without a figure as the worst', () => expect(of(Number.NaN, 1, 2)).toBe(2));

  test('of nothing does not exist', () => expect(() => of()).toThrow('nothing'));
});
