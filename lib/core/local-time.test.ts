import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { instantsOfLocal, startOfLocalDay } from '#/lib/core/local-time.ts';

const local = (text: string) => Date.parse(`${text}Z`);
const isoOf = (instants: number[]) => instants.map((instant) => new Date(instant).toISOString());

describe('a local time', () => {
  test.each([
    ['Europe/Berlin', '2026-03-04T09:00:00', ['2026-03-04T08:00:00.000Z']],
    ['Europe/Berlin', '2026-03-29T02:30:00', []],
    ['Europe/Berlin', '2026-10-25T02:30:00', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', []],
    ['America/Los_Angeles', '2026-11-01T01:30:00', ['2026-11-01T08:30:00.000Z', '2026-11-01T09:30:00.000Z']],
  ])('in %s at %s means %j', (zone, text, expected) => {
    expect(isoOf(instantsOfLocal(local(text), zone))).toEqual(expected);
  });

  test('is found in any zone at any instant, as by an independent library', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const instants = fc.integer({ min: Date.UTC(2006, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, at) => {
        const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
        const expected = (['earlier', 'later'] as const).map(
          (disambiguation) => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
        );
        const found = instantsOfLocal(local(wall.toString()), zone);
        expect(found).toEqual([...new Set(expected)]);
        expect(found).toContain(at);
      }),
      { seed: 26, numRuns: 2_000 },
    );
  });
});

test('a day begins when the clock shows midnight, or at the clock change that skips it', () => {
  expect(new Date(startOfLocalDay('2026-03-04', 'Europe/Berlin')).toISOString()).toBe('2026-03-03T23:00:00.000Z');
  // Cairo goes from 23:59:59 to 01:00:00.
  expect(new Date(startOfLocalDay('2026-04-24', 'Africa/Cairo')).toISOString()).toBe('2026-04-23T22:00:00.000Z');
});
