import { describe, expect, test } from 'vitest';
import {
  MAX_CAUGHT_UP,
  planRuns,
  SCHEDULE_STATUSES,
  type Schedule,
  shownRuns,
  statusOf,
  transitionOf,
} from '#/lib/alarms/schedules/schedule.ts';

const NOW = new Date('2026-03-10T09:00:30.000Z');
const at = (text: string) => new Date(`2026-03-10T${text}Z`);
const schedule = (given: Partial<Schedule> = {}): Schedule => ({
  id: '0190f5fe-7c00-7a00-8000-000000000001',
  workspaceId: '0190f5fe-7c00-7a00-8000-000000000002',
  createdBy: '0190f5fe-7c00-7a00-8000-000000000003',
  headersBy: '0190f5fe-7c00-7a00-8000-000000000003',
  name: null,
  cron: '0 * * * *',
  timeZone: 'UTC',
  repeat: null,
  startAt: null,
  endAt: null,
  catchUp: 'none',
  url: 'https://example.com',
  payload: null,
  settings: {},
  nextRunAt: at('10:00:00'),
  lastRunAt: null,
  pausedAt: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...given,
});
const planned = (given: Partial<Schedule>) => {
  const { runs, nextRunAt } = planRuns(schedule(given), NOW);
  return {
    runs: runs.map(({ runAt, isMissed }) => `${runAt.toISOString().slice(11, 19)}${isMissed ? ' missed' : ''}`),
    next: nextRunAt?.toISOString().slice(11, 19) ?? null,
  };
};

test.each([
  ['active', 'pause', 'change'],
  ['active', 'resume', 'nothing'],
  ['paused', 'pause', 'nothing'],
  ['paused', 'resume', 'change'],
  ['ended', 'pause', 'schedule_ended'],
  ['ended', 'resume', 'schedule_ended'],
] as const)('a schedule that is %s: %s is %s', (status, action, expected) => {
  expect(SCHEDULE_STATUSES).toContain(status);
  expect(transitionOf(status, action)).toBe(expected);
});

test.each([
  ['active', { nextRunAt: at('10:00:00') }],
  ['active', { nextRunAt: null, lastRunAt: at('09:01:00') }],
  ['ended', { nextRunAt: null, lastRunAt: at('09:00:00') }],
  ['ended', { nextRunAt: null, lastRunAt: null }],
  ['paused', { pausedAt: NOW }],
  ['paused', { pausedAt: NOW, nextRunAt: null }],
] as const)('a schedule is %s with %o', (status, given) => {
  expect(statusOf(schedule(given), NOW)).toBe(status);
});

describe('runs that become alarms', () => {
  test('are the next one, however far away', () => {
    expect(planned({})).toEqual({ runs: ['10:00:00'], next: '11:00:00' });
  });

  test('are all of the next two minutes', () => {
    expect(planned({ cron: '*/30 * * * * *', nextRunAt: at('09:00:30') })).toEqual({
      runs: ['09:00:30', '09:01:00', '09:01:30', '09:02:00', '09:02:30'],
      next: '09:03:00',
    });
  });

  test('are none of a schedule that is paused or at its end', () => {
    expect(planned({ pausedAt: NOW }).runs).toEqual([]);
    expect(planned({ nextRunAt: null }).runs).toEqual([]);
  });

  test('end with the last', () => {
    expect(planned({ endAt: at('11:00:00') })).toEqual({ runs: ['10:00:00'], next: null });
  });

  test.each([
    ['none', ['09:01:00', '09:02:00']],
    ['latest', ['09:00:00 missed', '09:01:00', '09:02:00']],
    ['all', ['08:58:00 missed', '08:59:00 missed', '09:00:00 missed', '09:01:00', '09:02:00']],
  ] as const)('with catch_up %s include the missed runs of that setting', (catchUp, expected) => {
    expect(planned({ catchUp, cron: '* * * * *', nextRunAt: at('08:58:00') })).toEqual({
      runs: expected,
      next: '09:03:00',
    });
  });

  test('make up for the latest hundred at most, however long it was away', () => {
    const { runs } = planned({ catchUp: 'all', cron: '* * * * *', nextRunAt: new Date('2020-01-01T00:00:00Z') });
    expect(runs.filter((run) => run.endsWith('missed'))).toHaveLength(MAX_CAUGHT_UP);
    expect(runs[MAX_CAUGHT_UP - 1]).toBe('09:00:00 missed');
  });

  test('make up for the last ones of a schedule that has ended meanwhile', () => {
    const given = { catchUp: 'latest', cron: '* * * * *', nextRunAt: at('08:58:00'), endAt: at('09:00:00') } as const;
    expect(planned(given)).toEqual({ runs: ['08:59:00 missed'], next: null });
  });
});

test('coming runs are shown, and none while it is paused', () => {
  expect(shownRuns(schedule(), NOW).map((run) => run.getUTCHours())).toEqual([10, 11, 12, 13, 14]);
  expect(shownRuns(schedule({ pausedAt: NOW }), NOW)).toEqual([]);
});
