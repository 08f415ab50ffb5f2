import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkingHours } from '#/lib/accounts/users/user.ts';
import { nextEndOfWork } from '#/lib/tracking/presence/working-hours.ts';

const WEEK: WorkingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' };
const next = (after: string, timeZone = 'Europe/Berlin', hours = WEEK) =>
  nextEndOfWork(hours, timeZone, new Date(after))?.toISOString() ?? null;

describe('working hours next end', () => {
  test.each([
    ['today', '2026-03-10T09:00:00Z', '2026-03-10T16:30:00.000Z'],
    ['a millisecond from now', '2026-03-10T16:29:59.999Z', '2026-03-10T16:30:00.000Z'],
    ['tomorrow, at the very end of today', '2026-03-10T16:30:00Z', '2026-03-11T16:30:00.000Z'],
    ['on Monday, on a Friday evening', '2026-03-13T20:00:00Z', '2026-03-16T16:30:00.000Z'],
    ['an hour earlier by UTC in summer', '2026-03-30T09:00:00Z', '2026-03-30T15:30:00.000Z'],
  ])('%s', (_when, after, end) => {
    expect(next(after)).toBe(end);
  });

  test.each([
    ['in half-hour zones', 'Asia/Kolkata', '2026-03-10T09:00:00Z', '2026-03-10T12:00:00.000Z'],
    ['where it is tomorrow already', 'Pacific/Auckland', '2026-03-10T12:00:00Z', '2026-03-11T04:30:00.000Z'],
  ])('%s', (_where, timeZone, after, end) => {
    expect(next(after, timeZone)).toBe(end);
  });

  const night = (to: string): WorkingHours => ({ days: [7], from: '00:00', to });
  test('after the gap, when clocks skip that time', () => {
    expect(next('2026-03-28T22:00:00Z', 'Europe/Berlin', night('02:30'))).toBe('2026-03-29T01:30:00.000Z');
  });
  test('the first time, when clocks repeat it', () => {
    expect(next('2026-10-24T22:30:00Z', 'Europe/Berlin', night('02:30'))).toBe('2026-10-25T00:30:00.000Z');
  });
  test('never without days', () => {
    expect(next('2026-03-10T09:00:00Z', 'Europe/Berlin', { ...WEEK, days: [] })).toBeNull();
  });

  test('always ahead, on one of the days, at that local time', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC');
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const instant = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, days, instant, (timeZone, days, after) => {
        const end = nextEndOfWork({ days, from: '09:00', to: '17:30' }, timeZone, after) as Date;
        expect(end.getTime()).toBeGreaterThan(after.getTime());
        const shown = end.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
        expect(shown).toBe('17:30');
        const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
        const weekday = end.toLocaleDateString('en-GB', { timeZone, weekday: 'short' });
        expect(days).toContain(weekdays.indexOf(weekday) + 1);
      }),
    );
  });
});
