import { describe, expect, it } from 'vitest';
import { addDays, weekdayOf } from '#/lib/client/calendar/calendar.ts';
import { addMonths, dateByKey, isSameMonth, monthDates, monthWeeks } from '#/lib/client/calendar/calendar-month.ts';

const [MONDAY, SATURDAY, SUNDAY] = [1, 6, 7];

describe('the weeks of a month', () => {
  it.each([
    // A month that begins on the first day of a week, and one that ends on the last.
    ['2026-06-15', MONDAY, '2026-06-01', 5, '2026-07-05'],
    ['2026-05-15', MONDAY, '2026-04-27', 5, '2026-05-31'],
    ['2026-11-19', MONDAY, '2026-10-26', 6, '2026-12-06'],
    ['2026-11-19', SUNDAY, '2026-11-01', 5, '2026-12-05'],
    ['2026-11-19', SATURDAY, '2026-10-31', 5, '2026-12-04'],
    // February: four weeks where it fits, five in a leap year.
    ['2027-02-10', MONDAY, '2027-02-01', 4, '2027-02-28'],
    ['2026-02-10', SUNDAY, '2026-02-01', 4, '2026-02-28'],
    ['2028-02-29', MONDAY, '2028-01-31', 5, '2028-03-05'],
    ['2028-02-29', SATURDAY, '2028-01-29', 5, '2028-03-03'],
    // Months in which clocks change, forward and back.
    ['2026-03-29', MONDAY, '2026-02-23', 6, '2026-04-05'],
    ['2026-03-29', SUNDAY, '2026-03-01', 5, '2026-04-04'],
    ['2026-10-25', MONDAY, '2026-09-28', 5, '2026-11-01'],
    ['2026-10-25', SATURDAY, '2026-09-26', 6, '2026-11-06'],
    // The end of a year.
    ['2026-12-31', MONDAY, '2026-11-30', 5, '2027-01-03'],
    ['2027-01-01', SUNDAY, '2026-12-27', 6, '2027-02-06'],
  ])(
    'for %s, when weeks begin on day %d: the first begins on %s, there are %d, and the last ends on %s',
    (date, weekStart, first, count, last) => {
      const weeks = monthWeeks(date, weekStart);
      expect(weeks).toHaveLength(count);
      const dates = weeks.flat();
      expect(dates[0]).toBe(first);
      expect(dates.at(-1)).toBe(last);
      expect(dates).toEqual(dates.map((_, index) => addDays(first, index)));
      expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? '') === weekStart)).toBe(true);
      expect(dates.filter((one) => isSameMonth(one, date))).toEqual(monthDates(date));
    },
  );

  it.each([
    ['2026-02-01', 28],
    ['2028-02-01', 29],
    ['2026-11-30', 30],
    ['2026-12-31', 31],
  ])('the month of %s has %d days', (date, count) => {
    expect(monthDates(date)).toHaveLength(count);
  });
});

it.each([
  ['2026-11-19', 1, '2026-12-19'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-10-31', 1, '2026-11-30'],
])('%s and %d months is %s', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

it.each([
  ['2026-11-19', 'ArrowLeft', MONDAY, '2026-11-18'],
  ['2026-11-30', 'ArrowRight', MONDAY, '2026-12-01'],
  ['2026-11-03', 'ArrowUp', MONDAY, '2026-10-27'],
  ['2026-12-28', 'ArrowDown', MONDAY, '2027-01-04'],
  ['2026-11-19', 'Home', MONDAY, '2026-11-16'],
  ['2026-11-19', 'Home', SUNDAY, '2026-11-15'],
  ['2026-11-19', 'End', SATURDAY, '2026-11-20'],
  ['2026-11-01', 'Home', MONDAY, '2026-10-26'],
  ['2026-03-31', 'PageUp', MONDAY, '2026-02-28'],
  ['2026-12-31', 'PageDown', MONDAY, '2027-01-31'],
  ['2026-11-19', 'Enter', MONDAY, null],
])('from %s the key %s, when weeks begin on day %d, moves to %s', (date, key, weekStart, expected) => {
  expect(dateByKey(date, key, weekStart)).toBe(expected);
});
