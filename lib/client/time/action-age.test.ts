import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actionAge } from '#/lib/client/time/action-age.ts';

const PRESS = { wallAt: 1_000_000, serverAt: 1_060_000 };

it('is what both clocks show, and the shorter of the two if they differ slightly', () => {
  expect(actionAge(PRESS, { wall: 1_030_000, server: 1_090_000 })).toBe(30_000);
  expect(actionAge(PRESS, { wall: 1_034_900, server: 1_090_000 })).toBe(30_000);
  expect(actionAge(PRESS, { wall: 1_030_000, server: 1_094_900.4 })).toBe(30_000);
});

it('is unknown if the clock of the device was set in between', () => {
  expect(actionAge(PRESS, { wall: 1_030_000 + 3_600_000, server: 1_090_000 })).toBeNull();
  expect(actionAge(PRESS, { wall: 1_030_000 - 3_600_000, server: 1_090_000 })).toBeNull();
});

it('is never negative, and off by no more than the uncertainty', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: -1e7, max: 1e7 }), fc.integer(), (age, set, offset) => {
      const action = { wallAt: 0, serverAt: offset };
      const computed = actionAge(action, { wall: age + set, server: age + offset });
      if (computed === null) expect(Math.abs(set)).toBeGreaterThan(5_000);
      else {
        expect(computed).toBeGreaterThanOrEqual(0);
        expect(Math.abs(computed - age)).toBeLessThanOrEqual(5_000);
      }
    }),
  );
});
