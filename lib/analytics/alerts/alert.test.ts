import { describe, expect, test } from 'vitest';
import { alertsOf, alertTransition, type Limits, type OpenAlert, type Watched } from '#/lib/analytics/alerts/alert.ts';

const NOW = new Date('2026-03-10T09:00:00.123Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const LIMITS: Limits = { latenessMs: 20, deadLetters: 3, canaryEveryMs: 10_000, brokerFailingMs: 600_000 };
const WELL: Watched = {
  now: NOW,
  watchingSince: ago(3_600),
  workerSeenAt: ago(8),
  workingSince: ago(3_600),
  onHoldSince: null,
  canaryDueAt: ago(9),
  canariesLateMs: [1, 2, 1],
  attempts: 500,
  p99Ms: 4,
  veryLate: 0,
  ended: 2_000,
  dead: 0,
  deadOwn: 0,
  brokers: 4,
  failingBrokers: 0,
  failingBrokersOwn: 0,
  brokerFailingSince: null,
};

const found = (change: Partial<Watched>, limits: Partial<Limits> = {}) =>
  Object.fromEntries(alertsOf({ ...WELL, ...change }, { ...LIMITS, ...limits }));

test.each<[why: string, Partial<Watched>, Record<string, object>]>([
  ['everything works', {}, {}],
  ['a worker was seen two minutes ago', { workerSeenAt: ago(120), workingSince: null }, {}],
  ['a worker was seen longer ago', { workerSeenAt: ago(121), workingSince: null }, { no_worker: { seconds: 121 } }],
  ['no worker was ever seen, when watching has just begun', { workerSeenAt: null, watchingSince: ago(90) }, {}],
  ['none for a night, when watching has just begun', { workerSeenAt: ago(30_000), watchingSince: ago(90) }, {}],
  ['no worker was ever seen', { workerSeenAt: null, workingSince: null }, { no_worker: { seconds: 3_600 } }],
  ['the last canary arrived a minute ago', { canaryDueAt: ago(60) }, {}],
  ['the last canary arrived longer ago', { canaryDueAt: ago(64) }, { canary_silent: { seconds: 64 } }],
  [
    'no canary comes, since the engine is on hold',
    { canaryDueAt: ago(64), onHoldSince: ago(62) },
    { canary_silent: { seconds: 64, on_hold_since: '2026-03-10T08:58:58.123Z' } },
  ],
  ['no canary arrived in the last hour', { canaryDueAt: null }, { canary_silent: { seconds: 3_600 } }],
  ['the database was unreachable, and is back', { canaryDueAt: ago(900), watchingSince: ago(10) }, {}],
  ['a worker has just started, and no canary has arrived', { canaryDueAt: null, workingSince: ago(30) }, {}],
  ['without a worker, no canary is expected', { canaryDueAt: null, workingSince: null }, {}],
  ['99 % stay within the objective', { p99Ms: 20 }, {}],
  ['99 % do not', { p99Ms: 20.1 }, { lateness: { p99_ms: 20.1, attempts: 500, objective_ms: 20 } }],
  ['one of few alarms was late', { p99Ms: 800, attempts: 99 }, {}],
  [
    'of few alarms five were late beyond measure',
    { attempts: 99, veryLate: 5 },
    { lateness: { late: 5, attempts: 99, over_ms: 1_000, objective_ms: 20 } },
  ],
  ['four of few alarms were extremely late', { attempts: 99, veryLate: 4 }, {}],
  ['they were late, and the worker is gone', { canariesLateMs: [30, 25, 90], workingSince: null }, {}],
  ['three canaries were late', { canariesLateMs: [30, 25, 90] }, { lateness: { canary_ms: 25, objective_ms: 20 } }],
  ['two of three canaries were late', { canariesLateMs: [30, 2, 90] }, {}],
  ['two canaries arrived, both late', { canariesLateMs: [30, 90] }, {}],
  ['two alarms died', { ended: 2, dead: 2, deadOwn: 2 }, {}],
  ['three alarms died', { ended: 20, dead: 3 }, { dead_letters: { count: 3, own: 0 } }],
  ['three of very many died', { ended: 301, dead: 3 }, {}],
  [
    'three of very many died, of the operators’ own',
    { ended: 301, dead: 4, deadOwn: 3 },
    { dead_letters: { count: 4, own: 3 } },
  ],
  [
    'one broker of the operators’ own has failed for long',
    { failingBrokers: 1, failingBrokersOwn: 1, brokerFailingSince: ago(640) },
    { broker_failing: { count: 1, own: 1, seconds: 640 } },
  ],
  ['one broker in another workspace has', { brokers: 1, failingBrokers: 1, brokerFailingSince: ago(640) }, {}],
  ['less than half of many brokers have', { brokers: 5, failingBrokers: 2, brokerFailingSince: ago(640) }, {}],
  [
    'half of all brokers have',
    { failingBrokers: 2, brokerFailingSince: ago(700) },
    { broker_failing: { count: 2, own: 0, seconds: 700 } },
  ],
])('%s', (_, change, expected) => {
  expect(found(change)).toEqual(expected);
});

test('a rule that is switched off finds nothing', () => {
  const brokers = { failingBrokers: 1, failingBrokersOwn: 1, brokerFailingSince: ago(640) };
  const bad = { canaryDueAt: null, p99Ms: 900, veryLate: 9, dead: 40, deadOwn: 40, ...brokers };
  expect(Object.keys(found(bad))).toEqual(['canary_silent', 'lateness', 'dead_letters', 'broker_failing']);
  expect(found(bad, { latenessMs: 0, deadLetters: 0, canaryEveryMs: 0, brokerFailingMs: 0 })).toEqual({});
});

test('a canary every second is missed after a minute at the earliest', () => {
  expect(found({ canaryDueAt: ago(20) }, { canaryEveryMs: 1_000 })).toEqual({});
  expect(Object.keys(found({ canaryDueAt: ago(61) }, { canaryEveryMs: 1_000 }))).toEqual(['canary_silent']);
});

describe('an alert', () => {
  const open: OpenAlert = {
    id: '0190a000-0000-7000-8000-000000000000',
    rule: 'lateness',
    facts: {},
    openedAt: ago(7_200),
    quietSince: null,
    closedAt: null,
    isBack: false,
  };

  test.each<[why: string, isFound: boolean, Partial<OpenAlert> | undefined, ReturnType<typeof alertTransition>]>([
    ['opens when something is found', true, undefined, 'open'],
    ['stays closed when nothing is wrong', false, undefined, null],
    ['stays open while it is found', true, {}, null],
    ['is muted first', false, {}, 'hush'],
    ['is not muted by someone who looked before it was opened', false, { openedAt: ago(-0.01) }, null],
    ['stays open while it is quiet for less than five minutes', false, { quietSince: ago(299) }, null],
    ['closes after five quiet minutes', false, { quietSince: ago(300) }, 'close'],
    ['is updated when it is found again', true, { quietSince: ago(299) }, 'stir'],
    ['closes after a quiet minute where a worker is back', false, { rule: 'no_worker', quietSince: ago(60) }, 'close'],
    ['that has returned stays open for a quiet hour', false, { isBack: true, quietSince: ago(3_599) }, null],
    ['that has returned closes after it', false, { isBack: true, quietSince: ago(3_600) }, 'close'],
  ])('%s', (_, isFound, change, move) => {
    expect(alertTransition(isFound, change && { ...open, ...change }, NOW)).toBe(move);
  });
});
