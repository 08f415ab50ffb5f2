import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { jitterUs } from '#/lib/alarms/alarms/due-time.ts';
import { planReschedule } from '#/lib/alarms/registration/plan-alarm.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { formatMicros, MS_US } from '#/lib/core/micros.ts';
import { hook, inMs, iso, NOW, owner, plan, rejection, soon, TEN_YEARS_MS } from '#/test/alarm-plan.ts';

describe('a due time is rejected', () => {
  test.each<[string, object, string]>([
    ['nothing at all', {}, ''],
    ['an interval without its start', { expiration_interval_ms: 5 }, '/start_date'],
    ['a start without its interval', { start_date: iso(0) }, '/expiration_interval_ms'],
    ['two due-time fields at once', { fire_at: iso(5), delay: '1h' }, '/delay'],
    ['two counts at once', { delay_ms: 5, minutes: 1 }, '/minutes'],
    [
      'a start combined with another due-time field',
      { delay_ms: 5, start_date: iso(0), expiration_interval_ms: 5 },
      '/start_date',
    ],
    [
      'an interval combined with another due-time field',
      { delay_ms: 5, expiration_interval_ms: 5 },
      '/expiration_interval_ms',
    ],
    ['an instant without a zone', { fire_at: '2026-11-19T14:30:00' }, '/fire_at'],
    ['a day', { fire_at: '2026-11-19' }, '/fire_at'],
    ['30 February', { fire_at: '2026-02-30T00:00:00Z' }, '/fire_at'],
    ['29 February of 2027', { fire_at: '2027-02-29T00:00:00Z' }, '/fire_at'],
    ['the 25th hour', { fire_at: '2026-11-19T25:00:00Z' }, '/fire_at'],
    ['the 61st minute', { fire_at: '2026-11-19T10:61:00Z' }, '/fire_at'],
    ['seconds since 1970', { fire_at: 1_795_098_600 }, '/fire_at'],
    ['a list of instants', { fire_at: [iso(5)] }, '/fire_at'],
    ['null', { fire_at: null }, '/fire_at'],
    ['a delay in months', { delay: 'P1M' }, '/delay'],
    ['a delay in words', { delay: 'an hour' }, '/delay'],
    ['a negative delay', { delay: '-5m' }, '/delay'],
    ['a delay as a number', { delay: 5 }, '/delay'],
    ['an empty delay', { delay: '' }, '/delay'],
    ['a delay over ten years', { delay: 'P3661D' }, '/delay'],
    ['a delay with days in parts', { delay: { days: 1 } }, '/delay'],
    ['a delay with negative parts', { delay: { hours: 1, minutes: -1 } }, '/delay'],
    ['half a millisecond', { delay_ms: 0.5 }, '/delay_ms'],
    ['negative milliseconds', { delay_ms: -1 }, '/delay_ms'],
    ['milliseconds as text', { delay_ms: '5' }, '/delay_ms'],
    ['milliseconds over ten years', { delay_ms: TEN_YEARS_MS + 1 }, '/delay_ms'],
    ['hours as text', { hours: '1' }, '/hours'],
    ['negative hours', { hours: -1 }, '/hours'],
    ['a negative interval', { start_date: iso(0), expiration_interval_ms: -1 }, '/expiration_interval_ms'],
  ])('%s', (_what, when, pointer) => {
    const rejected = rejection({ ...hook, ...when });
    expect(rejected?.code).toBe('input_invalid');
    expect(rejected?.pointers.some((one) => one === pointer || one.startsWith(`${pointer}/`))).toBe(true);
  });

  test('when given three ways at once, with a pointer to each but the first', () => {
    expect(rejection({ ...hook, fire_at: iso(5), delay: '1h', hours: 1 })?.pointers).toEqual(['/delay', '/hours']);
  });

  test.each<[string, object, string]>([
    ['now', { fire_at: iso(0) }, '/fire_at'],
    ['a microsecond ago', { fire_at: formatMicros(NOW - 1) }, '/fire_at'],
    ['no delay', { delay_ms: 0 }, '/delay_ms'],
    ['no delay as text', { delay: '0s' }, '/delay'],
    ['no parts', { delay: {} }, '/delay'],
    ['no seconds', { seconds: 0 }, '/seconds'],
    ['1970', { start_date: '1970-01-01T00:00:00Z', expiration_interval_ms: 0 }, '/start_date'],
  ])('in the past: %s', (_what, when, pointer) => {
    expect(rejection({ ...hook, ...when })).toEqual({ code: 'due_in_past', pointers: [pointer] });
  });

  test.each<[string, object, string]>([
    ['an instant', { fire_at: formatMicros(NOW + TEN_YEARS_MS * MS_US + 1) }, '/fire_at'],
    ['hours', { hours: TEN_YEARS_MS / HOUR_MS + 1 }, '/hours'],
    ['a start with its interval', { start_date: iso(1), expiration_interval_ms: TEN_YEARS_MS }, '/start_date'],
    ['the maximum number of hours', { hours: TEN_YEARS_MS }, '/hours'],
  ])('more than ten years away: %s', (_what, when, pointer) => {
    expect(rejection({ ...hook, ...when })).toEqual({ code: 'due_too_far', pointers: [pointer] });
  });
});

describe('a due time is understood', () => {
  test.each<[string, object, number]>([
    ['an instant', { fire_at: iso(HOUR_MS) }, HOUR_MS],
    ['an instant with an offset', { fire_at: '2026-03-10T11:00:00.123+01:00' }, HOUR_MS],
    ['an instant to the microsecond', { fire_at: formatMicros(NOW + 1) }, 0.001],
    ['an instant to the nanosecond, which is rounded up', { fire_at: '2026-03-10T09:00:00.123000001Z' }, 0.001],
    ['a delay of ISO 8601', { delay: 'PT1H30M' }, 1.5 * HOUR_MS],
    ['a delay in Go’s style', { delay: '1h30m' }, 1.5 * HOUR_MS],
    ['a delay with blanks around it', { delay: ' 90s ' }, 90_000],
    ['a delay in parts', { delay: { hours: 1, minutes: 30, seconds: 1 } }, 1.5 * HOUR_MS + 1_000],
    ['milliseconds', { delay_ms: 250 }, 250],
    ['hours, minutes and seconds', { hours: 1, minutes: 1, seconds: 1 }, 3_661_000],
    ['hours with a fraction', { hours: 1.1 }, 3_960_000],
    ['seconds that are not a binary fraction', { seconds: 0.07 }, 70],
    ['less than a millisecond, which is rounded up', { seconds: 0.0001 }, 1],
    ['one millisecond', { delay_ms: 1 }, 1],
    ['a start and an interval', { start_date: iso(-1_000), expiration_interval_ms: 5_000 }, 4_000],
    ['a start in the future', { start_date: iso(1_000), expiration_interval_ms: 0 }, 1_000],
    ['ten years by the instant', { fire_at: formatMicros(NOW + TEN_YEARS_MS * MS_US) }, TEN_YEARS_MS],
    ['ten years by the millisecond', { delay_ms: TEN_YEARS_MS }, TEN_YEARS_MS],
    ['ten years by the day', { delay: 'P3660D' }, TEN_YEARS_MS],
  ])('%s', (_what, when, ms) => {
    expect(inMs(when)).toBe(ms);
  });

  test('every millisecond of a delay counts, in whatever format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: TEN_YEARS_MS }), (ms) => {
        const seconds = ms / 1_000;
        for (const when of [{ delay_ms: ms }, { delay: `${ms}ms` }, { fire_at: iso(ms) }]) expect(inMs(when)).toBe(ms);
        if (ms < DAY_MS) for (const when of [{ seconds }, { delay: { seconds } }]) expect(inMs(when)).toBe(ms);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a due time that has passed', () => {
  test.each([
    ['fire', null],
    ['skip', { status: 'aborted', reason: 'skipped' }],
    ['dead_letter', { status: 'dead', reason: 'deadline_passed' }],
  ])('with misfire %s', (misfire, end) => {
    expect(plan({ ...hook, fire_at: iso(-HOUR_MS), misfire })).toMatchObject({ dueUs: NOW - HOUR_MS * MS_US, end });
    expect(plan({ ...hook, fire_at: iso(0), misfire }).end).toEqual(end);
    expect(plan({ ...hook, fire_at: formatMicros(NOW + 1), misfire }).end).toBeNull();
  });
});

describe('jitter', () => {
  const jitter = '30s';

  test('is the same for the same external_id, for every caller and at any time', () => {
    const one = plan({ ...hook, ...soon, jitter, external_id: 'order-42' });
    const again = plan({ ...hook, ...soon, jitter, external_id: 'order-42' }, '0190f5fe-7c00-7a00-8000-000000000002');
    expect(again.dueUs).toBe(one.dueUs);
    expect(one.settings).toEqual({ spread_ms: 30_000 });
  });

  test('differs between alarms without one', () => {
    const dues = ['1', '2', '3'].map(
      (last) => plan({ ...hook, ...soon, jitter }, `${owner.id.slice(0, -1)}${last}`).dueUs,
    );
    expect(new Set(dues)).toHaveLength(3);
  });

  test('spreads a flood evenly: of 60,000, each second of a minute gets 1,000, give or take a sixth', () => {
    const perSecond = new Array<number>(60).fill(0);
    for (let index = 0; index < 60_000; index += 1)
      perSecond[Math.floor(jitterUs(`a-${index}`, MINUTE_MS) / 1e6)]! += 1;
    expect(Math.min(...perSecond)).toBeGreaterThan(830);
    expect(Math.max(...perSecond)).toBeLessThan(1_170);
  });

  test('never moves an alarm before the requested time, nor beyond its jitter', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: TEN_YEARS_MS }), (name, ms) => {
        const moved = jitterUs(name, ms);
        expect(Number.isSafeInteger(moved)).toBe(true);
        expect(moved).toBeGreaterThanOrEqual(0);
        expect(moved).toBeLessThanOrEqual(ms * MS_US);
      }),
    );
  });

  test('of zero is none', () => {
    expect(plan({ ...hook, ...soon, jitter: '0s' })).toMatchObject({ dueUs: NOW + 60_000_000, settings: {} });
  });
});

describe('a reschedule', () => {
  const reschedule = (body: object) => planReschedule(rescheduleAlarmInput.parse(body), NOW);

  test('takes every due-time field', () => {
    const whens = [{ fire_at: iso(HOUR_MS) }, { delay: '1h' }, { delay_ms: HOUR_MS }, { hours: 1 }, { minutes: 60 }];
    const counted = { start_date: iso(0), expiration_interval_ms: HOUR_MS };
    for (const when of [...whens, counted]) expect(reschedule(when)).toBe(NOW + HOUR_MS * MS_US);
  });

  test.each([
    ['without a time', {}, 'input_invalid'],
    ['into the past', { fire_at: iso(0) }, 'due_in_past'],
    ['too far', { delay_ms: TEN_YEARS_MS, fire_at: iso(5) }, 'input_invalid'],
    ['beyond ten years', { hours: TEN_YEARS_MS }, 'due_too_far'],
  ])('%s is rejected', (_what, body, code) => {
    expect(() => reschedule(body)).toThrow(code);
  });

  test('changes nothing else', () => {
    expect(() => reschedule({ delay: '1h', url: 'https://example.com' })).toThrow('unrecognized_keys');
    expect(() => reschedule({ delay: '1h', misfire: 'fire' })).toThrow('unrecognized_keys');
  });
});
