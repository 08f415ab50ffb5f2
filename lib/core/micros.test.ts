import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOf, formatMicros, parseMicros } from '#/lib/core/micros.ts';

describe('an instant is rejected', () => {
  test.each([
    '2026-11-19',
    '2026-11-19T14:30:00',
    '2026-11-19 14:30:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-19T25:00:00Z',
    '2026-11-19T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-11-19T14:30:00.Z',
    '2027-02-29T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '+2026-11-19T14:30:00Z',
    ' 2026-11-19T14:30:00Z',
    '2026-11-19T14:30:00+25:00',
    '2300-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    'tomorrow',
    '',
  ])('%j', (text) => {
    expect(parseMicros(text)).toBeNull();
  });
});

test.each([
  ['2026-11-19T14:30:00Z', 1_795_098_600_000_000, '2026-11-19T14:30:00.000000Z'],
  ['2026-11-19T14:30:00.5Z', 1_795_098_600_500_000, '2026-11-19T14:30:00.500000Z'],
  ['2026-11-19T14:30:00.123456Z', 1_795_098_600_123_456, '2026-11-19T14:30:00.123456Z'],
  ['2026-11-19T14:30:00.1234561Z', 1_795_098_600_123_457, '2026-11-19T14:30:00.123457Z'],
  ['2026-11-19t15:30:00.000001+01:00', 1_795_098_600_000_001, '2026-11-19T14:30:00.000001Z'],
  ['1970-01-01T00:00:00Z', 0, '1970-01-01T00:00:00.000000Z'],
])('%s is %d microseconds', (text, us, back) => {
  expect(parseMicros(text)).toBe(us);
  expect(formatMicros(us)).toBe(back);
});

test('any microsecond until 2255 is unchanged after formatting and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2255, 0, 1) * 1_000 - 1 }), (us) => {
      expect(parseMicros(formatMicros(us))).toBe(us);
      expect(formatMicros(us).slice(0, 23)).toBe(dateOf(us).toISOString().slice(0, 23));
    }),
  );
});
