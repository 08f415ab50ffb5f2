import { describe, expect, it } from 'vitest';
import { addDays, dateIn, dayIn, weekdayOf, weekNumber, weekOf } from '#/lib/client/calendar/calendar.ts';

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
    ['2026-11-16', 1, '2026-11-16'],
    ['2026-11-19', 1, '2026-11-16'],
    ['2026-11-22', 1, '2026-11-16'],
    ['2027-01-01', 1, '2026-12-28'],
    ['2026-11-22', 7, '2026-11-22'],
    ['2026-11-21', 7, '2026-11-15'],
    ['2026-11-21', 6, '2026-11-21'],
    ['2026-11-20', 6, '2026-11-14'],
  ])('the week of %s, when weeks begin on day %d, begins on %s', (date, weekStart, first) => {
    expect(weekOf(date, weekStart)).toBe(first);
    expect(weekdayOf(first)).toBe(weekStart);
  });

  it.each([
    ['2026-11-19', 47],
    ['2026-01-01', 1],
    ['2026-12-31', 53],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
  ])('%s is in week %d', (date, week) => {
    expect(weekNumber(date, 1)).toBe(week);
  });

  it('a week that begins on Sunday has the number of the ISO week that contains most of it', () => {
    expect(weekNumber('2026-11-15', 7)).toBe(47);
    expect(weekNumber('2026-11-21', 7)).toBe(47);
    expect(weekNumber('2026-11-22', 7)).toBe(48);
    expect(weekNumber('2027-01-02', 6)).toBe(1);
  });
});

describe('a day that begins at four', () => {
  const style = { timeZone: 'Europe/Berlin', dayStartHour: 4 };
  it.each([
    ['2026-11-20T02:59:59Z', '2026-11-19'],
    ['2026-11-20T03:00:00Z', '2026-11-20'],
    ['2026-11-20T22:59:59Z', '2026-11-20'],
    // Clocks are put forward at 02:00 local time, back at 03:00.
    ['2026-03-29T01:59:59Z', '2026-03-28'],
    ['2026-03-29T02:00:00Z', '2026-03-29'],
    ['2026-10-25T02:59:59Z', '2026-10-24'],
    ['2026-10-25T03:00:00Z', '2026-10-25'],
  ])('at %s is %s', (instant, day) => {
    expect(dayIn(style, Date.parse(instant))).toBe(day);
  });
});
