import { expect, it } from 'vitest';
import { cacheZone, clockIn, localTime } from '#/lib/client/time/zone-time.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const NOON = Date.parse('2026-11-19T12:00:00.250Z');

it('uses the given clock of a zone, and the time zone data outside of it', () => {
  // Values that no data contain, so that they show the source.
  const spans = [
    { from: NOON - HOUR_MS, offsetMs: 11 * HOUR_MS, name: 'before' },
    { from: NOON, offsetMs: -11 * HOUR_MS, name: 'after' },
  ];
  cacheZone({ timeZone: 'Europe/Oslo', spans, until: NOON + HOUR_MS });
  const nameAt = (instant: number) => clockIn('Europe/Oslo', instant).name;
  expect([NOON - HOUR_MS, NOON - 1, NOON, NOON + HOUR_MS - 1].map(nameAt)).toEqual([
    'before',
    'before',
    'after',
    'after',
  ]);
  expect([NOON - HOUR_MS - 1, NOON + HOUR_MS].map(nameAt)).toEqual(['CET', 'CET']);
  expect(localTime('Europe/Oslo', NOON).toISOString()).toBe('2026-11-19T01:00:00.250Z');
});

it('reads the local time of any zone, to the millisecond', () => {
  expect(localTime('Asia/Kolkata', NOON).toISOString()).toBe('2026-11-19T17:30:00.250Z');
  expect(localTime('America/New_York', Date.parse('2026-07-01T02:00:00Z')).toISOString()).toBe(
    '2026-06-30T22:00:00.000Z',
  );
});
