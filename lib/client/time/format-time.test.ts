import { describe, expect, it } from 'vitest';
import {
  clockDigits,
  dayTitle,
  formatDuration,
  formatErrorBound,
  formatRange,
  formatSpokenDuration,
  formatWhen,
  hourOfDay,
  shortWeekday,
  timeOfDay,
  timeToTheSecond,
  zoneName,
} from '#/lib/client/time/format-time.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const STOCKHOLM = 'Europe/Stockholm';

describe('durations', () => {
  it.each([
    [0, '0:00:00', '0 s', '0 seconds'],
    [3_999, '0:00:03', '3 s', '3 seconds'],
    [59_999, '0:00:59', '59 s', '59 seconds'],
    [60_000, '0:01:00', '1 min', '1 minute'],
    [3_599_999, '0:59:59', '59 min', '59 minutes'],
    [3_600_000, '1:00:00', '1 h', '1 hour'],
    [5_025_000, '1:23:45', '1 h 23 min', '1 hour 23 minutes'],
    [86_400_000, '24:00:00', '24 h', '24 hours'],
    [360_000_000, '100:00:00', '100 h', '100 hours'],
  ])('%d ms reads %s, %s, and spoken %s', (ms, clock, words, aloud) => {
    expect(clockDigits(ms).join('')).toBe(clock);
    expect(plain(formatDuration(ms))).toBe(words);
    expect(formatSpokenDuration(ms)).toBe(aloud);
  });

  it('keep number and unit together on one line', () => {
    expect(formatDuration(5_025_000)).toBe('1\u00a0h 23\u00a0min');
  });
});

describe('times of day', () => {
  const instant = Date.parse('2026-11-19T13:32:08Z');
  it('are in the zone of the person, 24 hours, whatever the device', () => {
    expect(timeOfDay(instant, STOCKHOLM)).toBe('14:32');
    expect(timeOfDay(Date.parse('2026-11-18T23:05:00Z'), STOCKHOLM)).toBe('00:05');
    expect(timeToTheSecond(instant, 'Asia/Kolkata')).toBe('19:02:08');
  });

  it('are in twelve hours for people who use them', () => {
    const style = { timeZone: STOCKHOLM, hourCycle: 'h12', dayStartHour: 0 } as const;
    expect(timeOfDay(instant, style)).toBe('2:32\u00a0pm');
    expect(plain(timeToTheSecond(instant, style))).toBe('2:32:08 pm');
    expect(plain(timeOfDay(Date.parse('2026-11-18T23:05:00Z'), style))).toBe('12:05 am');
    expect(plain(timeOfDay(Date.parse('2026-11-19T11:05:00Z'), style))).toBe('12:05 pm');
    expect(plain(formatRange(instant, Date.parse('2026-11-19T23:05:00Z'), style))).toBe('2:32 pm – Fri 12:05 am');
    expect(plain(hourOfDay(Date.parse('2026-11-19T13:00:00Z'), style))).toBe('2 pm');
    expect(plain(hourOfDay(instant, style))).toBe('2:32 pm');
    expect(hourOfDay(Date.parse('2026-11-19T13:00:00Z'), STOCKHOLM)).toBe('14:00');
  });

  it('name the weekday of another day, by the hour at which the reader’s days begin', () => {
    const night = Date.parse('2026-11-19T23:30:00Z');
    const early = { timeZone: STOCKHOLM, hourCycle: 'h23', dayStartHour: 4 } as const;
    expect(formatWhen(night, STOCKHOLM, '2026-11-19')).toBe('Fri 00:30');
    expect(formatWhen(night, early, '2026-11-19')).toBe('00:30');
    expect(formatWhen(night, early, '2026-11-20')).toBe('Fri 00:30');
  });

  it('name the date if a weekday could be of another week', () => {
    const at = Date.parse('2026-11-19T11:48:00Z');
    expect(formatWhen(at, STOCKHOLM, '2026-11-25')).toBe('Thu 12:48');
    expect(formatWhen(at, STOCKHOLM, '2026-11-26')).toBe('19 Nov 12:48');
    expect(formatWhen(at, STOCKHOLM, '2026-11-12')).toBe('19 Nov 12:48');
    expect(formatWhen(at, STOCKHOLM, '2027-03-01')).toBe('19 Nov 2026 12:48');
  });

  it('include the name of the zone', () => {
    expect(zoneName(instant, STOCKHOLM)).toBe('CET');
    expect(zoneName(Date.parse('2026-07-01T12:00:00Z'), STOCKHOLM)).toBe('CEST');
    expect(zoneName(instant, 'Asia/Kolkata')).toBe('GMT+5:30');
  });

  it('form ranges', () => {
    const from = Date.parse('2026-11-19T21:10:00Z');
    expect(formatRange(from, Date.parse('2026-11-19T22:05:00Z'), STOCKHOLM)).toBe('22:10 – 23:05');
    expect(formatRange(from, Date.parse('2026-11-20T00:05:00Z'), STOCKHOLM)).toBe('22:10 – Fri 01:05');
    expect(formatRange(from, null, STOCKHOLM)).toBe('22:10 – now');
  });
});

describe('dates', () => {
  it('name the day', () => {
    expect(dayTitle('2026-11-19')).toBe('Thursday 19 November');
    expect(dayTitle('2025-11-19', '2026')).toBe('Wednesday 19 November 2025');
    expect(shortWeekday('2026-11-19')).toBe('Thu');
  });
});

describe('error bounds', () => {
  it('are rounded up, in milliseconds below a second', () => {
    expect(plain(formatErrorBound(19.2))).toBe('± 20 ms');
    expect(plain(formatErrorBound(1_240))).toBe('± 1.2 s');
  });
});
