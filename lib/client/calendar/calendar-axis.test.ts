import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantIn } from '#/lib/client/alarms/alarm-when.ts';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { type AxisDay, createAxis, endPlaceOf, instantAt, placeOf } from '#/lib/client/calendar/calendar-axis.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

const ZONES = [
  'UTC',
  'Europe/Stockholm',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
];
/** Weeks around clock changes in these zones, and one without any. */
const WEEKS = ['2026-03-23', '2026-10-19', '2026-10-26', '2026-03-02', '2026-04-20', '2026-04-01', '2026-07-06'];

/** The first instant with this local hour on the date, or the end of the gap if it is skipped. */
function startOf(timeZone: string, date: string, hour: number): number {
  const start = instantIn(timeZone, date, hour * HOUR_MS) ?? instantIn(timeZone, date, (hour + 1) * HOUR_MS);
  return start ?? Number.NaN;
}

function weekIn(timeZone: string, first: string, hour: number): AxisDay[] {
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(first, index);
    return { date, from: startOf(timeZone, date, hour), to: startOf(timeZone, addDays(date, 1), hour) };
  });
}

const weeks = fc.record({
  zone: fc.constantFrom(...ZONES),
  first: fc.constantFrom(...WEEKS),
  hour: fc.constantFrom(0, 2, 6),
  day: fc.integer({ min: 0, max: 6 }),
  shares: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
});

describe('a week on one scale', () => {
  it('has a position for each instant, which maps back to it', () => {
    fc.assert(
      fc.property(weeks, ({ zone, first, hour, day: index, shares: [share] }) => {
        const axis = createAxis(weekIn(zone, first, hour), zone);
        const day = axis.days[index] as (typeof axis.days)[number];
        const instant = Math.min(Math.floor(day.from + share * (day.to - day.from)), day.to - 1);
        expect(instantAt(axis, day, placeOf(axis, day, instant))).toBe(instant);
      }),
      { numRuns: 100 },
    );
  });

  it('puts later below earlier, within the scale, and each stretch has its height plus at most the voids', () => {
    fc.assert(
      fc.property(weeks, ({ zone, first, hour, day: index, shares }) => {
        const axis = createAxis(weekIn(zone, first, hour), zone);
        const day = axis.days[index] as (typeof axis.days)[number];
        const [from = 0, to = 0] = shares
          .map((share) => Math.floor(day.from + share * (day.to - day.from)))
          .sort((left, right) => left - right);
        const [top, bottom] = [placeOf(axis, day, from), endPlaceOf(axis, day, to)];
        if (to > from) expect(bottom).toBeGreaterThan(top);
        const within = day.voids
          .filter((one) => one.top >= top && one.top < bottom)
          .reduce((sum, one) => sum + one.length, 0);
        if (to > from) expect(bottom - top - within).toBe(to - from);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThanOrEqual(axis.length);
      }),
      { numRuns: 100 },
    );
  });

  it('is as long as its day plus its voids', () => {
    fc.assert(
      fc.property(weeks, ({ zone, first, hour }) => {
        const axis = createAxis(weekIn(zone, first, hour), zone);
        for (const day of axis.days) {
          const missing = day.voids.reduce((sum, one) => sum + one.length, 0);
          expect(day.to - day.from + missing).toBe(axis.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('maps each position to an instant of the day, and positions in order', () => {
    fc.assert(
      fc.property(weeks, ({ zone, first, hour, day: index, shares }) => {
        const axis = createAxis(weekIn(zone, first, hour), zone);
        const day = axis.days[index] as (typeof axis.days)[number];
        const places = shares.map((share) => share * axis.length).sort((left, right) => left - right);
        const [before = 0, after = 0] = places.map((place) => instantAt(axis, day, place));
        expect(before).toBeGreaterThanOrEqual(day.from);
        expect(after).toBeLessThanOrEqual(day.to);
        expect(after).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 100 },
    );
  });
});

describe('when clocks change', () => {
  const zone = 'Europe/Stockholm';

  it('a day of 25 hours has the hour twice, and the other days nothing in the second', () => {
    const axis = createAxis(weekIn(zone, '2026-10-19', 0), zone);
    expect(axis.length).toBe(25 * HOUR_MS);
    expect(axis.hours.filter(({ wall }) => wall === 2 * HOUR_MS).map(({ pass, top }) => [pass, top / HOUR_MS])).toEqual(
      [
        [0, 2],
        [1, 3],
      ],
    );
    const [monday, sunday] = [axis.days[0], axis.days[6]];
    expect(monday?.voids).toEqual([{ wall: 2 * HOUR_MS, length: HOUR_MS, pass: 1, top: 3 * HOUR_MS }]);
    expect(sunday?.voids).toEqual([]);
  });

  it('a day of 23 hours has nothing in the skipped hour, and noon stays next to noon', () => {
    const axis = createAxis(weekIn(zone, '2026-03-23', 0), zone);
    expect(axis.length).toBe(DAY_MS);
    const sunday = axis.days[6] as (typeof axis.days)[number];
    expect(sunday.voids).toEqual([{ wall: 2 * HOUR_MS, length: HOUR_MS, pass: 0, top: 2 * HOUR_MS }]);
    expect(placeOf(axis, sunday, Date.parse('2026-03-29T10:00:00Z'))).toBe(12 * HOUR_MS);
    // The change itself: work up to it ends before the gap, work from it on begins after.
    const change = Date.parse('2026-03-29T01:00:00Z');
    expect(endPlaceOf(axis, sunday, change)).toBe(2 * HOUR_MS);
    expect(placeOf(axis, sunday, change)).toBe(3 * HOUR_MS);
    expect(instantAt(axis, sunday, 2.5 * HOUR_MS)).toBe(change);
  });

  it('half an hour more or less is half an hour', () => {
    const lordHowe = 'Australia/Lord_Howe';
    const axis = createAxis(weekIn(lordHowe, '2026-04-01', 0), lordHowe);
    expect(axis.length).toBe(24.5 * HOUR_MS);
  });

  it('a day that begins with the repeated hour begins with its first pass', () => {
    const axis = createAxis(weekIn(zone, '2026-10-19', 2), zone);
    const sunday = axis.days[6] as (typeof axis.days)[number];
    expect(placeOf(axis, sunday, sunday.from)).toBe(0);
    expect(sunday.to - sunday.from).toBe(25 * HOUR_MS);
  });
});
