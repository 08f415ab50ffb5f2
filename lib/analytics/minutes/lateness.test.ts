import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, bucketOf, bucketStartMs, countOf, percentilesOf, sumOf } from '#/lib/analytics/minutes/lateness.ts';

function histogramOf(latenessMs: readonly number[]): number[] {
  const histogram: number[] = [];
  for (const ms of latenessMs) {
    const bucket = bucketOf(ms);
    while (histogram.length <= bucket) histogram.push(0);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return histogram;
}

test('a bucket contains its lateness, and none is too small or too large', () => {
  expect([-1, 0, 0.05, 0.1].map(bucketOf)).toEqual([0, 0, 0, 0]);
  expect([1.01, 10.1, 101, 1_001].map(bucketOf)).toEqual([10, 20, 30, 40]);
  expect(bucketOf(1e10)).toBe(bucketOf(2e9));
  for (const ms of [0.13, 1, 1.3, 19.9, 20, 250, 9_999]) {
    const bucket = bucketOf(ms);
    expect(bucketStartMs(bucket)).toBeLessThanOrEqual(ms * 1.000_001);
    expect(bucketStartMs(bucket + 1)).toBeGreaterThan(ms * 0.999_999);
  }
});

test('percentiles are off by no more than the width of a bucket', () => {
  const latenesses = fc.array(fc.double({ min: 0.2, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(latenesses, (counts) => {
      const sorted = [...counts].sort((a, b) => a - b);
      const found = percentilesOf(histogramOf(counts));
      for (const [part, ms] of [
        [0.5, found?.p50_ms],
        [0.95, found?.p95_ms],
        [0.99, found?.p99_ms],
      ] as const) {
        const exact = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] as number;
        expect((ms as number) / exact).toBeGreaterThan(0.78);
        expect((ms as number) / exact).toBeLessThan(1.28);
      }
    }),
  );
});

test('percentiles and bars of summed minutes are those of the whole, in any grouping', () => {
  const minute = fc.array(fc.double({ min: 0, max: 100_000, noNaN: true }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.array(minute, { maxLength: 6 }), { maxLength: 6 }), (hours) => {
      const whole = histogramOf(hours.flat(2));
      const byHour = hours.map((minutes) => minutes.map(histogramOf).reduce<number[]>(sumOf, []));
      const merged = byHour.reduce<number[]>(sumOf, []);
      expect(merged).toEqual(whole);
      expect(percentilesOf(merged)).toEqual(percentilesOf(whole));
      expect(barsOf(merged)).toEqual(barsOf(whole));
    }),
  );
});

test('lateness has no percentile without an attempt', () => {
  expect(percentilesOf([])).toBeNull();
  expect(percentilesOf([0, 0])).toBeNull();
  expect(barsOf([0, 0])).toEqual([]);
});

test('bars begin at 1, 2, 5, 10, 20 and contain every attempt once', () => {
  const counts = [0.05, 1.1, 1.9, 2.3, 4.9, 7, 12, 30, 300];
  const bars = barsOf(histogramOf(counts));
  expect(bars[0]).toEqual({ from_ms: 0.1, to_ms: 0.2, count: 1 });
  expect(bars.slice(3, 6)).toEqual([
    { from_ms: 1, to_ms: 2, count: 2 },
    { from_ms: 2, to_ms: 5, count: 2 },
    { from_ms: 5, to_ms: 10, count: 1 },
  ]);
  expect(bars.at(-1)).toEqual({ from_ms: 200, to_ms: 500, count: 1 });
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(countOf(histogramOf(counts)));
});
