import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AlarmSettings,
  attemptsOf,
  DEFAULT_RETRY,
  type EndReason,
  endOfMisfire,
  hasNoBody,
  type Misfire,
  misfired,
  nextState,
  type RetryPolicy,
  retryDelayMs,
} from '#/lib/alarms/alarms/alarm.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

const NOW = 1_795_098_600_123_456;
const MIDDLE = 0.5;

type Result = Parameters<typeof nextState>[1];

const alarm = (change: Partial<Parameters<typeof nextState>[0]> = {}) => ({
  attempt: 1,
  maxAttempts: 10,
  deadlineUs: null,
  settings: {},
  ...change,
});
const failed: Result = { isDelivered: false, isGone: false, retryAfterMs: null };
const OUTCOMES = {
  'a successful response': { ...failed, isDelivered: true },
  '410 Gone': { ...failed, isGone: true },
  'a failure': failed,
  'a failure with Retry-After: 60': { ...failed, retryAfterMs: MINUTE_MS },
} satisfies Record<string, Result>;

const after = (tried: ReturnType<typeof alarm>, outcome: Result, random = MIDDLE, policy = DEFAULT_RETRY) =>
  nextState(tried, outcome, { nowUs: NOW, random, policy });
const waitMs = (tried: ReturnType<typeof alarm>, outcome = failed, policy = DEFAULT_RETRY) => {
  const next = after(tried, outcome, MIDDLE, policy);
  return next.nextAttemptUs === null ? next : (next.nextAttemptUs - NOW) / 1_000;
};

const DEADLINE = NOW + 2_000_000;
const STATES = {
  'on its first attempt': alarm(),
  'on its last attempt': alarm({ attempt: 10 }),
  'beyond its last attempt, after a crash': alarm({ attempt: 11 }),
  'redriven, on the first attempt since': alarm({ attempt: 11, maxAttempts: 20 }),
  'redriven, on its last attempt': alarm({ attempt: 20, maxAttempts: 20 }),
  'with a single attempt': alarm({ maxAttempts: 1, settings: { retry: { delays_ms: [] } } }),
  'with a deadline before the next attempt': alarm({ deadlineUs: DEADLINE }),
  'with such a deadline, to fire late': alarm({ deadlineUs: DEADLINE, settings: { misfire: 'fire' } }),
  'with such a deadline, to be skipped': alarm({ deadlineUs: DEADLINE, settings: { misfire: 'skip' } }),
  'with such a deadline, on its last attempt': alarm({ deadlineUs: DEADLINE, attempt: 10 }),
} satisfies Record<string, ReturnType<typeof alarm>>;

const SECONDS_5 = { end: null, nextAttemptUs: NOW + 5_000_000 };
const SECONDS_60 = { end: null, nextAttemptUs: NOW + 60_000_000 };
const dead = (reason: EndReason) => ({ end: { status: 'dead', reason }, nextAttemptUs: null });
const EXHAUSTED = dead('exhausted');
const TOO_LATE = dead('deadline_passed');
const AFTER_FAILURE: Record<keyof typeof STATES, [plain: object, retryAfter: object]> = {
  'on its first attempt': [SECONDS_5, SECONDS_60],
  'on its last attempt': [EXHAUSTED, EXHAUSTED],
  'beyond its last attempt, after a crash': [EXHAUSTED, EXHAUSTED],
  'redriven, on the first attempt since': [SECONDS_5, SECONDS_60],
  'redriven, on its last attempt': [EXHAUSTED, EXHAUSTED],
  'with a single attempt': [EXHAUSTED, EXHAUSTED],
  'with a deadline before the next attempt': [TOO_LATE, TOO_LATE],
  'with such a deadline, to fire late': [SECONDS_5, SECONDS_60],
  'with such a deadline, to be skipped': [TOO_LATE, TOO_LATE],
  'with such a deadline, on its last attempt': [EXHAUSTED, EXHAUSTED],
};

const expected = (state: keyof typeof STATES, outcome: keyof typeof OUTCOMES) => {
  if (outcome === 'a successful response')
    return { end: { status: 'delivered', reason: 'delivered' }, nextAttemptUs: null };
  if (outcome === '410 Gone') return dead('gone');
  return AFTER_FAILURE[state][outcome === 'a failure' ? 0 : 1];
};
const names = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];
const rows = names(STATES).flatMap((state) => names(OUTCOMES).map((outcome) => ({ state, outcome })));

describe('every outcome in every state', () => {
  test.each(rows)('$outcome for an alarm $state', ({ state, outcome }) => {
    expect(after(STATES[state], OUTCOMES[outcome])).toEqual(expected(state, outcome));
  });
});

describe('waits between attempts', () => {
  const waitsOf = (policy: RetryPolicy, before = 0) =>
    Array.from({ length: attemptsOf(policy) }, (_, index) =>
      waitMs(
        alarm({ attempt: before + index + 1, maxAttempts: before + attemptsOf(policy), settings: { retry: policy } }),
      ),
    );

  test('follow the example of Standard Webhooks by default', () => {
    const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1_000);
    expect(waitsOf(DEFAULT_RETRY)).toEqual([...waits, EXHAUSTED]);
    expect(attemptsOf(DEFAULT_RETRY)).toBe(10);
  });

  test('follow the alarm’s own list', () => {
    expect(waitsOf({ delays_ms: [1_000, 0, 7_000] })).toEqual([1_000, 0, 7_000, EXHAUSTED]);
    expect(waitsOf({ delays_ms: [] })).toEqual([EXHAUSTED]);
  });

  test('grow by a factor up to a cap', () => {
    const policy = { base_ms: SECOND_MS, factor: 3, cap_ms: 20 * SECOND_MS, count: 5 };
    expect(waitsOf(policy)).toEqual([1_000, 3_000, 9_000, 20_000, 20_000, EXHAUSTED]);
    expect(waitsOf({ ...policy, base_ms: HOUR_MS, count: 2 })).toEqual([20_000, 20_000, EXHAUSTED]);
    expect(waitsOf({ ...policy, base_ms: 0, factor: 100, count: 2 })).toEqual([0, 0, EXHAUSTED]);
    expect(waitsOf({ ...policy, count: 0 })).toEqual([EXHAUSTED]);
  });

  test('start over once an alarm is redriven, however many attempts it had before', () => {
    expect(waitsOf({ delays_ms: [1_000, 2_000] }, 7)).toEqual([1_000, 2_000, EXHAUSTED]);
  });

  test('continue with the first or last one when the operator’s schedule has changed since the alarm was created', () => {
    const shorter = { delays_ms: [1_000, 2_000] };
    expect([1, 7, 8, 9].map((attempt) => waitMs(alarm({ attempt }), failed, shorter))).toEqual([
      1_000, 1_000, 1_000, 2_000,
    ]);
    const longer = { delays_ms: [1_000, 2_000, 3_000, 4_000] };
    expect(waitMs(alarm({ attempt: 2, maxAttempts: 3 }), failed, longer)).toBe(4_000);
  });

  test('are as long as the receiver requests, when that is longer, up to a day', () => {
    const requested = (retryAfterMs: number) => waitMs(alarm(), { ...failed, retryAfterMs });
    expect([0, 4_999, 5_001, DAY_MS, DAY_MS + 1, 10 * DAY_MS].map(requested)).toEqual([
      5_000,
      5_000,
      5_001,
      DAY_MS,
      DAY_MS,
      DAY_MS,
    ]);
  });

  test('with a deadline: the last microsecond is still in time, the next one is not', () => {
    const next = NOW + 5_000_000;
    expect(after(alarm({ deadlineUs: next }), failed)).toEqual(SECONDS_5);
    expect(after(alarm({ deadlineUs: next - 1 }), failed)).toEqual(TOO_LATE);
  });
});

const policies: fc.Arbitrary<RetryPolicy> = fc.oneof(
  fc.record({ delays_ms: fc.array(fc.nat({ max: DAY_MS * 400 }), { maxLength: 50 }) }),
  fc.record({
    base_ms: fc.nat({ max: DAY_MS * 400 }),
    factor: fc.double({ min: 1, max: 100, noNaN: true }),
    cap_ms: fc.nat({ max: DAY_MS * 400 }),
    count: fc.nat({ max: 50 }),
  }),
);
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('for any policy', () => {
  test('jitter stays within a tenth, and a wait is a whole number of milliseconds', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 60 }), randoms, (policy, times, random) => {
        const plain = retryDelayMs(policy, times, { random: MIDDLE, retryAfterMs: null });
        const wait = retryDelayMs(policy, times, { random, retryAfterMs: null });
        expect(Number.isSafeInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(plain * 0.9) - 1);
        expect(wait).toBeLessThanOrEqual(Math.ceil(plain * 1.1) + 1);
      }),
    );
  });

  test('a receiver that asks for a wait is never called before it, nor later than a tenth beyond the longer of the two', () => {
    fc.assert(
      fc.property(policies, fc.nat({ max: 2 * DAY_MS }), randoms, (policy, retryAfterMs, random) => {
        const wait = retryDelayMs(policy, 1, { random, retryAfterMs });
        const plain = retryDelayMs(policy, 1, { random: MIDDLE, retryAfterMs: null });
        expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs, DAY_MS));
        expect(wait).toBeLessThanOrEqual(Math.max(Math.ceil(plain * 1.1) + 1, Math.min(retryAfterMs, DAY_MS)));
      }),
    );
  });

  test('an alarm that always fails is attempted as often as the policy says, never in the past, and then is dead', () => {
    fc.assert(
      fc.property(policies, fc.nat({ max: 30 }), randoms, (retry, before, random) => {
        const maxAttempts = before + attemptsOf(retry);
        for (let attempt = before + 1; attempt < maxAttempts; attempt += 1) {
          const next = after(alarm({ attempt, maxAttempts, settings: { retry } }), failed, random);
          if (next.nextAttemptUs === null)
            throw new Error(`was ${next.end?.status} at attempt ${attempt} of ${maxAttempts}`);
          expect(next.nextAttemptUs).toBeGreaterThanOrEqual(NOW);
        }
        const last = after(alarm({ attempt: maxAttempts, maxAttempts, settings: { retry } }), failed, random);
        expect(last).toEqual(EXHAUSTED);
      }),
    );
  });

  test('an alarm with a deadline is never attempted after it, unless it may fire late', () => {
    fc.assert(
      fc.property(policies, fc.nat({ max: DAY_MS }), randoms, (retry, leftMs, random) => {
        const deadlineUs = NOW + leftMs * 1_000;
        const next = after(alarm({ maxAttempts: 99, deadlineUs, settings: { retry } }), failed, random);
        if (next.nextAttemptUs !== null) expect(next.nextAttemptUs).toBeLessThanOrEqual(deadlineUs);
        else expect(next).toEqual(TOO_LATE);
      }),
    );
  });
});

describe('an alarm that would fire after its deadline', () => {
  const ends: [Misfire | undefined, ReturnType<typeof misfired>][] = [
    [undefined, { status: 'dead', reason: 'deadline_passed' }],
    ['dead_letter', { status: 'dead', reason: 'deadline_passed' }],
    ['skip', { status: 'aborted', reason: 'skipped' }],
    ['fire', null],
  ];

  test.each(ends)('with misfire %s', (misfire, end) => {
    const settings: AlarmSettings = misfire ? { misfire } : {};
    expect(misfired({ deadlineUs: NOW - 1, settings }, NOW)).toEqual(end);
    expect(misfired({ deadlineUs: NOW, settings }, NOW)).toBeNull();
    expect(misfired({ deadlineUs: null, settings }, NOW)).toBeNull();
    if (end) expect(endOfMisfire(misfire)).toEqual(end);
  });
});

test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'])('%s carries no body', (method) => {
  expect(hasNoBody(method)).toBe(true);
});

test.each(['POST', 'PUT', 'PATCH', 'QUERY', 'NOTIFY'])('%s carries a body', (method) => {
  expect(hasNoBody(method)).toBe(false);
});
