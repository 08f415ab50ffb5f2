import { describe, expect, it } from 'vitest';
import { addDays, dateIn, mondayOf, weekNumber } from '#/lib/client/calendar.ts';

describe('the date in a zone', () => {
  const instant = Date.parse('2026-11-19T23:30:00Z');
  it.each([
    ['Europe/Stockholm', '2026-11-20'],
    ['America/St_Johns', '2026-11-19'],
    ['Pacific/Auckland', '2026-11-20'],
    ['UTC', '2026-11-19'],
  ])('in %s is %s', (zone, expected) => {
    expect(dateIn(zone, instant)).toBe(expected);
  });
});

describe('calendar arithmetic', () => {
  it('steps over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-19', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
  ])('the week of %s begins on %s', (date, monday) => {
    expect(mondayOf(date)).toBe(monday);
  });

  it.each([
    ['2026-11-19', 47],
    ['2026-01-01', 1],
    ['2026-12-31', 53],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
  ])('%s lies in week %d', (date, week) => {
    expect(weekNumber(date)).toBe(week);
  });
});
