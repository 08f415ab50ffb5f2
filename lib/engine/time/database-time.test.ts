import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { DatabaseTime } from '#/lib/engine/time/database-time.ts';

const NOON_US = Date.UTC(2026, 10, 21, 12) * MS_US;
/**
 * A double of this size has a resolution of a quarter of a microsecond, here and in the code; the database has whole
 * ones.
 */
const ROUNDING_US = 0.5;

/** A database whose clock runs faster than ours by this rate, and a network with latency. */
function rig(rate = 1) {
  let monotonicMs = 5_000;
  let databaseUs = NOON_US;
  const time = new DatabaseTime(() => monotonicMs);
  const pass = (ms: number) => {
    monotonicMs += ms;
    databaseUs += ms * MS_US * rate;
  };
  return {
    time,
    pass,
    set: (us: number) => {
      databaseUs = us;
    },
    nowUs: () => databaseUs,
    query: (thereMs: number, backMs: number) =>
      time.measure(async () => {
        pass(thereMs);
        const response = { nowUs: Math.floor(databaseUs) };
        pass(backMs);
        return response;
      }),
    aheadUs: () => time.nowUs() - databaseUs,
  };
}

test('before the first response of the database no time is known, and nothing is due', () => {
  const { time } = rig();
  expect(time.isKnown).toBe(false);
  expect(time.nowUs()).toBe(Number.NEGATIVE_INFINITY);
});

test('a response counts as made when it arrives: behind by its latency, never ahead', async () => {
  const { time, query, aheadUs } = rig();
  await query(3, 8);
  expect(time.isKnown).toBe(true);
  expect(aheadUs()).toBe(-8 * MS_US);
  expect(time.uncertaintyMs).toBe(11);
});

test('a quicker response replaces a slow one; a slower one does not replace a quick one', async () => {
  const { query, aheadUs, pass } = rig();
  await query(1, 50);
  pass(100);
  await query(1, 1);
  expect(aheadUs()).toBeCloseTo(-1 * MS_US, -1);
  pass(100);
  await query(1, 50);
  expect(aheadUs()).toBeGreaterThan(-1.1 * MS_US);
});

test('between responses time advances, slower by 200 millionths, the most that two clocks drift', async () => {
  const { query, aheadUs, pass } = rig();
  await query(0, 0);
  pass(10_000);
  expect(aheadUs()).toBeCloseTo(-2 * MS_US, -1);
});

test('a past instant is estimated by the same rule, and never later than it was', async () => {
  const { time, query, pass } = rig();
  await query(0, 0);
  expect(time.at(5_000)).toBe(NOON_US);
  pass(1_000);
  await query(0, 0);
  expect(time.at(5_000)).toBe(NOON_US - 200);
});

describe('the database’s clock is set', () => {
  test('forward: the next response counts', async () => {
    const { query, aheadUs, set, nowUs } = rig();
    await query(1, 1);
    set(nowUs() + 3_600 * SECOND_US);
    await query(1, 1);
    expect(aheadUs()).toBe(-1 * MS_US);
  });

  test('back: the next response counts, however slow, since nothing may be early', async () => {
    const { query, aheadUs, set, nowUs } = rig();
    await query(1, 1);
    set(nowUs() - 3_600 * SECOND_US);
    await query(20, 30);
    expect(aheadUs()).toBe(-30 * MS_US);
  });
});

describe('a step forward of the database’s clock', () => {
  test('is remembered, however high the latency', async () => {
    const { time, query, set, nowUs, pass } = rig();
    await query(50, 50);
    expect(time.sinceForwardStepMs).toBe(Number.POSITIVE_INFINITY);
    set(nowUs() + 3_000 * SECOND_US);
    await query(50, 50);
    pass(7_000);
    expect(time.sinceForwardStepMs).toBe(7_000);
  });

  test('is not assumed when the network was slow, the clock drifts, or it was set back', async () => {
    const { time, query, set, nowUs, pass } = rig(1 + 199e-6);
    await query(2_000, 3_000);
    await query(0, 0);
    pass(60_000);
    await query(1, 1);
    set(nowUs() - 3_000 * SECOND_US);
    await query(1, 1);
    expect(time.sinceForwardStepMs).toBe(Number.POSITIVE_INFINITY);
  });
});

test.each([3_000, -3_000])('an instant before a clock step of %i s keeps its time', async (stepSeconds) => {
  const { time, query, set, nowUs, pass } = rig();
  await query(0, 0);
  pass(1_000);
  const sentAtMs = 5_500;
  expect(time.at(sentAtMs)).toBe(NOON_US + 500 * MS_US - 100);
  set(nowUs() + stepSeconds * SECOND_US);
  await query(0, 0);
  expect(time.at(sentAtMs)).toBe(NOON_US + 500 * MS_US - 100);
  expect(time.nowUs()).toBe(nowUs());
});

test('under latency and clock drift the estimate is never ahead, and behind by no more than it reports', async () => {
  const latency = fc.double({ min: 0, max: 200, noNaN: true });
  const sample = fc.record({ waitMs: fc.double({ min: 0, max: 2_000, noNaN: true }), there: latency, back: latency });
  const partsPerMillion = fc.integer({ min: -199, max: 199 });
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1, maxLength: 30 }), partsPerMillion, async (samples, ppm) => {
      const { time, query, aheadUs, pass } = rig(1 + ppm / 1e6);
      for (const { waitMs, there, back } of samples) {
        await query(there, back);
        expect(aheadUs()).toBeLessThanOrEqual(ROUNDING_US);
        pass(waitMs);
        expect(aheadUs()).toBeLessThanOrEqual(ROUNDING_US);
      }
      // Two clocks that drift for all this time, the latency, and rounding to whole microseconds.
      const spanMs = samples.reduce((sum, { waitMs, there, back }) => sum + waitMs + there + back, 0);
      expect(-aheadUs()).toBeLessThanOrEqual(time.uncertaintyMs * MS_US + spanMs * 0.4 + 2);
    }),
  );
});

test('the estimate is not ahead after the first response that follows any steps of the database’s clock', async () => {
  const step = fc.record({
    stepUs: fc.integer({ min: -7_200 * SECOND_US, max: 7_200 * SECOND_US }),
    there: fc.integer({ min: 0, max: 100 }),
    back: fc.integer({ min: 0, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const { query, aheadUs, set, nowUs } = rig();
      for (const { stepUs, there, back } of steps) {
        set(nowUs() + stepUs);
        await query(there, back);
        // A step smaller than the latency can't be told from it.
        expect(aheadUs()).toBeLessThanOrEqual(there * MS_US);
        if (Math.abs(stepUs) > 500 * MS_US) expect(aheadUs()).toBeLessThanOrEqual(0);
      }
    }),
  );
});
