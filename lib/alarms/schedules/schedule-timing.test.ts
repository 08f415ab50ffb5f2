import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cronProblem,
  nextRun,
  repeatProblem,
  runsAfter,
  runsBefore,
  type Timing,
} from '#/lib/alarms/schedules/schedule-timing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { zoneClock } from '#/lib/core/zone-clock.ts';

const timing = (given: Partial<Timing>): Timing => ({
  cron: null,
  timeZone: given.cron ? 'UTC' : null,
  repeat: null,
  startAt: null,
  endAt: null,
  ...given,
});
const at = (text: string) => new Date(text);
const texts = (runs: Date[]) => runs.map((run) => run.toISOString().replace(':00.000Z', 'Z'));

describe('a cron expression around a change of clocks', () => {
  const BERLIN = 'Europe/Berlin';
  test.each([
    [
      'runs a time that clocks skip when they have changed',
      '30 2 * * *',
      BERLIN,
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'runs two times that clocks skip once',
      '0,30 2 * * *',
      BERLIN,
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:00Z'],
    ],
    [
      'runs midnight on a day without one',
      '0 0 * * *',
      'America/Sao_Paulo',
      '2018-11-03T12:00Z',
      ['2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ],
    [
      'runs a time that clocks show twice the first time',
      '30 2 * * *',
      BERLIN,
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'runs every hour by real time when an hour is skipped',
      '0 * * * *',
      BERLIN,
      '2026-03-29T00:00Z',
      ['2026-03-29T01:00Z', '2026-03-29T02:00Z'],
    ],
    [
      'runs every hour by real time when an hour is doubled',
      '30 * * * *',
      BERLIN,
      '2026-10-25T00:00Z',
      ['2026-10-25T00:30Z', '2026-10-25T01:30Z'],
    ],
    [
      'knows changes of half an hour',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
  ])('%s', (_what, cron, timeZone, after, expected) => {
    expect(texts(runsAfter(timing({ cron, timeZone }), at(after), 2))).toEqual(expected);
  });

  // Brute force: each minute of the clock, as the runtime shows it, against the fields of the expression.
  const ZONES = [
    'UTC',
    BERLIN,
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ];
  const field = (most: number) =>
    fc.oneof(
      fc.constant({ text: '*', isWild: true, has: (_value: number) => true }),
      fc.integer({ min: 2, max: 20 }).map((step) => ({
        text: `*/${step}`,
        isWild: true,
        has: (value: number) => value % step === 0,
      })),
      fc.uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 3 }).map((values) => ({
        text: values.join(','),
        isWild: false,
        has: (value: number) => values.includes(value),
      })),
    );
  type Field = { text: string; isWild: boolean; has: (value: number) => boolean };
  const expectedRuns = (minute: Field, hour: Field, zone: string, from: number, until: number): number[] => {
    const isFixed = !minute.isWild && !hour.isWild;
    const local = (instant: number) => instant + zoneClock(zone, instant).offsetMs;
    const matches = (time: number) =>
      hour.has(new Date(time).getUTCHours()) && minute.has(new Date(time).getUTCMinutes());
    const runs: number[] = [];
    const seen = new Set<number>();
    // Two hours earlier, to know what the clock showed before.
    for (let now = from - 2 * HOUR_MS; now < until; now += MINUTE_MS) {
      const shown = local(now);
      const skipped = shown - local(now - MINUTE_MS) - MINUTE_MS;
      let isRun = matches(shown) && !(isFixed && seen.has(shown));
      for (let gone = shown - skipped; isFixed && gone < shown; gone += MINUTE_MS) isRun ||= matches(gone);
      seen.add(shown);
      if (isRun && now >= from) runs.push(now);
    }
    return runs;
  };

  test('has the runs that the clock of its zone shows, whatever zone and time of the year', () => {
    fc.assert(
      fc.property(
        field(59),
        field(23),
        fc.constantFrom(...ZONES),
        fc.oneof(
          fc.integer({ min: 0, max: 364 }),
          // Days on which clocks change in one of the zones.
          fc.constantFrom(46, 66, 87, 94, 245, 276, 297, 304),
        ),
        (minute, hour, zone, day) => {
          const from = Date.UTC(2026, 0, 1) + day * DAY_MS;
          const until = from + 2 * DAY_MS;
          const cron = `${minute.text} ${hour.text} * * *`;
          const found = runsAfter(timing({ cron, timeZone: zone }), new Date(from - 1), 100);
          const expected = expectedRuns(minute, hour, zone, from, until).slice(0, 100);
          const until100 = found.length === 100 ? expected.length : found.filter((run) => run.getTime() < until).length;
          expect([cron, zone, ...found.slice(0, until100).map((run) => run.toISOString())]).toEqual([
            cron,
            zone,
            ...expected.map((run) => new Date(run).toISOString()),
          ]);
        },
      ),
      { seed: 46, numRuns: 60 },
    );
  });
});

describe('an interval', () => {
  const repeat = 'R5/2026-01-01T00:00:00Z/PT1H';

  test('runs as often as it says, the first time at its start', () => {
    const runs = texts(runsAfter(timing({ repeat }), at('2025-12-01T00:00Z'), 10));
    expect(runs).toEqual(['00', '01', '02', '03', '04'].map((hour) => `2026-01-01T${hour}:00Z`));
    expect(nextRun(timing({ repeat }), at('2026-01-01T04:00Z'))).toBeNull();
  });

  test('counts days of 24 hours through a change of clocks', () => {
    const daily = timing({ repeat: 'R/2026-03-28T09:00:00+01:00/P1D' });
    expect(texts(runsAfter(daily, at('2026-03-28T07:00Z'), 3))).toEqual([
      '2026-03-28T08:00Z',
      '2026-03-29T08:00Z',
      '2026-03-30T08:00Z',
    ]);
  });

  test('finds a run far beyond its start without walking there', () => {
    const often = timing({ repeat: 'R/1971-01-01T00:00:00Z/PT10S' });
    expect(nextRun(often, at('2026-01-01T00:00:05Z'))).toEqual(at('2026-01-01T00:00:10Z'));
  });
});

describe('bounds', () => {
  const daily = timing({ cron: '0 9 * * *', startAt: at('2026-01-02T09:00Z'), endAt: at('2026-01-04T09:00Z') });

  test('include the start and exclude the end', () => {
    expect(texts(runsAfter(daily, at('2025-01-01T00:00Z'), 5))).toEqual(['2026-01-02T09:00Z', '2026-01-03T09:00Z']);
    expect(texts(runsBefore(daily, at('2027-01-01T00:00Z'), 5))).toEqual(['2026-01-02T09:00Z', '2026-01-03T09:00Z']);
  });

  test('the runs before an instant are those that came after an earlier one', () => {
    const hour = fc.integer({ min: -20, max: 200 });
    const timings = fc.constantFrom(
      daily,
      timing({ cron: '*/20 1-3 * * *', timeZone: 'Europe/Berlin' }),
      timing({ repeat: 'R7/2026-01-01T12:34:56.789Z/PT5H' }),
      timing({ repeat: 'R/2026-01-01T00:00:00Z/PT1H', startAt: at('2026-01-01T07:30Z') }),
    );
    fc.assert(
      fc.property(timings, hour, fc.integer({ min: 0, max: 30 }), (one, start, length) => {
        const from = new Date(Date.UTC(2026, 0, 1) + start * HOUR_MS);
        const until = new Date(from.getTime() + length * HOUR_MS);
        const forward = runsAfter(one, new Date(from.getTime() - 1), 100).filter((run) => run < until);
        const back = runsBefore(one, until, 100).filter((run) => run >= from);
        expect(texts(back)).toEqual(texts(forward));
        expect(texts(runsBefore(one, until, 3).filter((run) => run >= from))).toEqual(texts(forward.slice(-3)));
      }),
      { seed: 47, numRuns: 60 },
    );
  });
});

describe('an expression', () => {
  test.each(['* * * * *', '*/10 * * * * *', '0,30 * * * * *', '0 0 L * *', '0 9 * * MON#1', '@daily', '5 4 * * sun'])(
    '%s is valid',
    (cron) => {
      expect(cronProblem(cron)).toBeNull();
    },
  );

  test.each([
    ['* * * *', 'five fields'],
    ['* * * * * * 2027', 'five fields'],
    ['2027-01-01T00:00:00', 'five fields'],
    ['@reboot', 'five fields'],
    ['60 * * * *', 'Invalid value for minute'],
    ['a * * * *', 'illegal characters'],
    ['* * * * * *', 'at least 10 apart'],
    ['0,55 * * * * *', 'at least 10 apart'],
  ])('%s is rejected, with the reason', (cron, words) => {
    expect(cronProblem(cron)).toContain(words);
  });

  test.each([
    ['R5/2026-01-01T00:00:00Z/PT1H', null],
    ['R/2026-01-01T00:00:00+02:00/P1D', null],
    ['R0/2026-01-01T00:00:00Z/PT1H', 'at least once'],
    ['R5/2026-01-01T00:00:00/PT1H', 'instant with its zone'],
    ['R5/2026-01-01T00:00:00Z/P1M', 'use cron'],
    ['R5/2026-01-01T00:00:00Z/PT9S', 'at least 10 seconds'],
    ['R/2026-01-01T00:00:00Z/P3000000D', 'at most ten years'],
    ['PT1H', 'repeating interval'],
  ])('%s as an interval: %s', (repeat, words) => {
    if (words) expect(repeatProblem(repeat)).toContain(words);
    else expect(repeatProblem(repeat)).toBeNull();
  });
});
