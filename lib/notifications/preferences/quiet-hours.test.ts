import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { quietUntil } from '#/lib/notifications/preferences/quiet-hours.ts';

const minute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const until = (now: string, from: string, to: string, zone = 'Europe/Berlin') =>
  quietUntil(new Date(now), { fromMinute: minute(from), toMinute: minute(to) }, zone)?.toISOString() ?? null;

describe('in a week without a clock change', () => {
  test.each([
    ['the evening before', '2026-06-10T19:59:59.999Z', null],
    ['the first millisecond', '2026-06-10T20:00:00.000Z', '2026-06-11T05:00:00.000Z'],
    ['just before midnight', '2026-06-10T21:59:59.999Z', '2026-06-11T05:00:00.000Z'],
    ['after midnight', '2026-06-10T22:00:00.000Z', '2026-06-11T05:00:00.000Z'],
    ['the last millisecond', '2026-06-11T04:59:59.999Z', '2026-06-11T05:00:00.000Z'],
    ['the morning after', '2026-06-11T05:00:00.000Z', null],
    ['noon', '2026-06-11T10:00:00.000Z', null],
  ])('22:00 to 07:00 in Berlin: %s', (_what, now, end) => {
    expect(until(now, '22:00', '07:00')).toBe(end);
  });

  test.each([
    ['before', '2026-06-10T10:29:00Z', null],
    ['within', '2026-06-10T10:31:12Z', '2026-06-10T11:15:00.000Z'],
    ['after', '2026-06-10T11:15:00Z', null],
  ])('12:30 to 13:15, a nap: %s', (_what, now, end) => {
    expect(until(now, '12:30', '13:15')).toBe(end);
  });

  test.each([
    ['Asia/Kolkata', '2026-06-10T18:00:00Z', '2026-06-11T01:30:00.000Z'],
    ['Asia/Kathmandu', '2026-06-10T18:00:00Z', '2026-06-11T01:15:00.000Z'],
    ['America/Los_Angeles', '2026-06-10T05:30:00Z', '2026-06-10T14:00:00.000Z'],
    ['Pacific/Chatham', '2026-06-10T12:00:00Z', '2026-06-10T18:15:00.000Z'],
  ])('22:00 to 07:00 in %s', (zone, now, end) => {
    expect(until(now, '22:00', '07:00', zone)).toBe(end);
  });
});

describe('when clocks change', () => {
  test.each([
    [
      'clocks go forward: the night is an hour shorter',
      '2026-03-28T22:30:00Z',
      '22:00',
      '07:00',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'clocks go back: the night is an hour longer',
      '2026-10-24T21:30:00Z',
      '22:00',
      '07:00',
      '2026-10-25T06:00:00.000Z',
    ],
    [
      'an end that the clock skips is when it skips it',
      '2026-03-28T23:30:00Z',
      '22:00',
      '02:30',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a beginning that the clock skips is when it skips it',
      '2026-03-29T01:00:00Z',
      '02:30',
      '07:00',
      '2026-03-29T05:00:00.000Z',
    ],
    ['an end that comes twice: the first time', '2026-10-24T22:00:00Z', '22:00', '02:30', '2026-10-25T00:30:00.000Z'],
    ['and quiet again, by the local clock', '2026-10-25T01:10:00Z', '22:00', '02:30', '2026-10-25T01:30:00.000Z'],
  ])('%s', (_what, now, from, to, end) => {
    expect(until(now, from, to)).toBe(end);
  });
});

test('quiet hours end at the first minute at which the local clock is outside, in any zone and year', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
    'Africa/Casablanca',
  ];
  const minuteOfDay = fc.integer({ min: 0, max: 1_439 });
  const now = fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(now, minuteOfDay, minuteOfDay, fc.constantFrom(...zones), (at, fromMinute, toMinute, zone) => {
      fc.pre(fromMinute !== toMinute);
      const quiet = { fromMinute, toMinute };
      const end = quietUntil(at, quiet, zone);
      expect(end?.getTime() ?? null).toBe(endByMinutes(at, quiet, zone));
    }),
    { numRuns: 25 },
  );
});

/** Minute by minute, by the formatted local time. */
function endByMinutes(at: Date, { fromMinute, toMinute }: { fromMinute: number; toMinute: number }, timeZone: string) {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hour12: false });
  const shown = (ms: number) => {
    const part = (type: string) => Number(clock.formatToParts(ms).find((one) => one.type === type)?.value);
    return (part('hour') % 24) * 60 + part('minute');
  };
  const length = (toMinute - fromMinute + 1_440) % 1_440;
  const quiet = (ms: number) => (shown(ms) - fromMinute + 1_440) % 1_440 < length;
  if (!quiet(at.getTime())) return null;
  let next = (Math.floor(at.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  while (quiet(next)) next += MINUTE_MS;
  return next;
}
