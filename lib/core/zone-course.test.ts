import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { zoneClock } from '#/lib/core/zone-clock.ts';
import { zoneCourse } from '#/lib/core/zone-course.ts';

const AROUND = Date.parse('2026-11-19T13:32:08.250Z');

describe('the offsets of a zone over time', () => {
  it('include each clock change to the second', () => {
    const { spans, until } = zoneCourse('Europe/Stockholm', AROUND);
    expect(spans.slice(1).map(({ from, ...clock }) => [new Date(from).toISOString(), clock])).toEqual([
      ['2025-10-26T01:00:00.000Z', { offsetMs: HOUR_MS, name: 'CET' }],
      ['2026-03-29T01:00:00.000Z', { offsetMs: 2 * HOUR_MS, name: 'CEST' }],
      ['2026-10-25T01:00:00.000Z', { offsetMs: HOUR_MS, name: 'CET' }],
      ['2027-03-28T01:00:00.000Z', { offsetMs: 2 * HOUR_MS, name: 'CEST' }],
      ['2027-10-31T01:00:00.000Z', { offsetMs: HOUR_MS, name: 'CET' }],
    ]);
    expect(spans[0]?.from).toBeLessThan(AROUND - 366 * DAY_MS);
    expect(until).toBeGreaterThan(AROUND + 366 * DAY_MS);
  });

  it('are one span where clocks never change', () => {
    const { spans } = zoneCourse('Asia/Kolkata', AROUND);
    expect(spans).toEqual([{ from: expect.any(Number), offsetMs: 5.5 * HOUR_MS, name: 'GMT+5:30' }]);
  });

  it.each(['Africa/Casablanca', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham'])(
    'match the time zone data in %s',
    (timeZone) => {
      const { spans, until } = zoneCourse(timeZone, AROUND);
      for (let at = spans[0]?.from ?? 0; at < until; at += 6 * HOUR_MS) {
        expect(spans.findLast(({ from }) => from <= at)).toMatchObject(zoneClock(timeZone, at));
      }
    },
  );

  it('are computed once a day', () => {
    expect(zoneCourse('Europe/Lisbon', AROUND)).toBe(zoneCourse('Europe/Lisbon', AROUND + HOUR_MS));
    expect(zoneCourse('Europe/Lisbon', AROUND).until).not.toBe(zoneCourse('Europe/Lisbon', AROUND + DAY_MS).until);
  });
});
