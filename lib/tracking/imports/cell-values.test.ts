import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import {
  dateOrderOf,
  readClock,
  readDate,
  readDuration,
  readInstant,
  splitDateTime,
} from '#/lib/tracking/imports/cell-values.ts';

describe('the order of day and month', () => {
  test.each([
    [['03/04/2026', '13/04/2026'], 'day_first'],
    [['03/04/2026', '03/13/2026'], 'month_first'],
    [['03.04.2026'], 'day_first'],
    [['03/04/2026', '05/06/2026 10:00'], 'ask'],
    [['2026-03-04', ''], null],
  ])('of %j is %s', (dates, expected) => {
    expect(dateOrderOf(dates)).toBe(expected);
  });

  test.each([
    ['03/04/2026', 'day_first', '2026-04-03'],
    ['03/04/2026', 'month_first', '2026-03-04'],
    ['3.4.2026', 'month_first', '2026-04-03'],
    ['2026-3-4', null, '2026-03-04'],
    ['03/04/2026', null, null],
    ['31/02/2026', 'day_first', null],
    ['13/13/2026', 'month_first', null],
  ] as const)('%s, %s, is read as %s', (text, order, expected) => {
    expect(readDate(text, order)).toBe(expected);
  });
});

test.each([
  ['14:05', 14 * HOUR_MS + 5 * MINUTE_MS, true],
  ['14:05:09', 14 * HOUR_MS + 5 * MINUTE_MS + 9 * SECOND_MS, false],
  ['2:05 PM', 14 * HOUR_MS + 5 * MINUTE_MS, true],
  ['02:05:09 p.m.', 14 * HOUR_MS + 5 * MINUTE_MS + 9 * SECOND_MS, false],
  ['12:15 AM', 15 * MINUTE_MS, true],
  ['12:15 PM', 12 * HOUR_MS + 15 * MINUTE_MS, true],
  ['24:00', 24 * HOUR_MS, true],
])('the time %s is read', (text, ms, isMinutes) => {
  expect(readClock(text)).toEqual({ ms, isMinutes });
});

test.each(['', '9', '25:00', '12:60', '13:00 PM', '0:30 AM', 'noon'])('the time “%s” is not guessed', (text) => {
  expect(readClock(text)).toBeNull();
});

test.each([
  ['1:30:15', 'hours', 5_415_000],
  ['0:45', 'hours', 45 * MINUTE_MS],
  ['1.5', 'hours', 90 * MINUTE_MS],
  ['0,75', 'hours', 45 * MINUTE_MS],
  ['17,25', 'hours', 17.25 * HOUR_MS],
  ['1.008', 'hours', 3_628_800],
  ['1,234.50', 'minutes', 1_234.5 * MINUTE_MS],
  ['90', 'minutes', 90 * MINUTE_MS],
  ['90', 'seconds', 90 * SECOND_MS],
  ['1.30', 'hours_minutes', 90 * MINUTE_MS],
  ['0,05', 'hours_minutes', 5 * MINUTE_MS],
  ['2', 'hours_minutes', 120 * MINUTE_MS],
  ['1:30:15', 'hours_minutes', 5_415_000],
  ['1h 30m', 'hours', 90 * MINUTE_MS],
  ['1 h 30 min', 'hours', 90 * MINUTE_MS],
  ['PT1H30M', 'hours', 90 * MINUTE_MS],
] as const)('the duration %s in %s is read', (text, unit, ms) => {
  expect(readDuration(text, unit)?.ms).toBe(ms);
});

test.each(['', '-1', '1:75', 'two hours', '1.5.2'])('the duration “%s” is not guessed', (text) => {
  expect(readDuration(text, 'hours')).toBeNull();
});

test.each(['1.75', '1.5', '1.500'])('“%s” is not hours and minutes', (text) => {
  expect(readDuration(text, 'hours_minutes')).toBeNull();
});

test('a duration includes its possible rounding error', () => {
  expect(readDuration('0.58', 'hours')?.roundingMs).toBe(18 * SECOND_MS);
  expect(readDuration('0:35:00', 'hours')?.roundingMs).toBe(SECOND_MS);
});

test('an instant names its offset, a local time does not', () => {
  expect(readInstant('2026-03-04T09:00:00+01:00')).toBe(Date.parse('2026-03-04T08:00:00Z'));
  expect(readInstant('2026-03-04 09:00:00Z')).toBe(Date.parse('2026-03-04T09:00:00Z'));
  expect(readInstant('2026-03-04 09:00:00')).toBeNull();
});

test('date and time in one cell are separated', () => {
  expect(splitDateTime('10/15/2024 12:02:17 PM')).toEqual({ date: '10/15/2024', time: '12:02:17 PM' });
  expect(splitDateTime('2024-10-15T12:02')).toEqual({ date: '2024-10-15', time: '12:02' });
  expect(splitDateTime('12:02')).toBeNull();
});
