import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeStretches, lengthOf, placeFor, type Stretch } from '#/lib/client/timesheet/timesheet-place.ts';

const DAY = { from: 0, to: 24 };
const stretch = (from: number, to: number): Stretch => ({ from, to });

describe('a free place', () => {
  it.each([
    ['from the chosen hour on', 2, [], 9, [stretch(9, 11)]],
    ['right after the existing span', 1, [stretch(9, 11)], 11, [stretch(11, 12)]],
    ['in the next gap that is long enough', 2, [stretch(9, 11), stretch(12, 13)], 11, [stretch(13, 15)]],
    [
      'before, as late as it can be, when there is no room after',
      2,
      [stretch(5, 7), stretch(9, 24)],
      24,
      [stretch(7, 9)],
    ],
    [
      'in pieces, when no gap is long enough',
      3,
      [stretch(0, 8), stretch(10, 12), stretch(14, 24)],
      12,
      [stretch(9, 10), stretch(12, 14)],
    ],
  ])('is %s', (_, ms, busy, preferredStart, expected) => {
    expect(placeFor(ms, freeStretches(DAY, busy), preferredStart)).toEqual(expected);
  });

  it('is null when there is not enough free time', () => {
    expect(placeFor(3, freeStretches(DAY, [stretch(0, 22)]), 9)).toBeNull();
  });

  it('has the requested length, is within the day, and overlaps nothing', () => {
    const any = fc.record({ from: fc.integer({ min: -50, max: 150 }), length: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.array(any), fc.integer({ min: 1, max: 120 }), fc.integer(), (taken, ms, preferredStart) => {
        const day = { from: 0, to: 100 };
        const busy = taken.map(({ from, length }) => stretch(from, from + length));
        const free = freeStretches(day, busy);
        const place = placeFor(ms, free, preferredStart);
        expect(place === null).toBe(lengthOf(free) < ms);
        if (!place) return;
        expect(lengthOf(place)).toBe(ms);
        for (const part of place) {
          expect(part.from).toBeGreaterThanOrEqual(day.from);
          expect(part.to).toBeLessThanOrEqual(day.to);
          const meets = (other: Stretch) => other.from < part.to && other.to > part.from && other.to > other.from;
          expect(busy.filter(meets)).toEqual([]);
        }
      }),
    );
  });
});
