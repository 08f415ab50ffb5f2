import { describe, expect, test } from 'vitest';
import {
  openWeek,
  WEEK_STATUSES,
  type Week,
  type WeekAction,
  type WeekStatus,
  weekAfter,
} from '#/lib/tracking/weeks/week.ts';

const BEFORE = new Date('2026-03-16T08:00:00.000Z');
const NOW = new Date('2026-03-17T09:00:00.123Z');
const OPEN = openWeek({ workspaceId: 'acme', userId: 'jonas', startsOn: '2026-03-09' });
const SUBMITTED: Week = { ...OPEN, status: 'submitted', submittedAt: BEFORE, submittedMs: 36_000_000, version: 1 };
const WEEKS: Record<WeekStatus, Week> = {
  open: OPEN,
  submitted: SUBMITTED,
  approved: {
    ...SUBMITTED,
    status: 'approved',
    decidedAt: BEFORE,
    decidedBy: 'maya',
    approvedMs: 36_000_000,
    version: 2,
  },
  returned: { ...SUBMITTED, status: 'returned', decidedAt: BEFORE, decidedBy: 'maya', comment: 'Tuesday?', version: 2 },
};
const ACTIONS: WeekAction[] = [
  { kind: 'submit', totalMs: 39_600_000 },
  { kind: 'withdraw' },
  { kind: 'approve', by: 'leo', totalMs: 39_600_000 },
  { kind: 'return', by: 'leo', comment: 'Wednesday is missing.' },
];

const TABLE: Record<
  WeekStatus,
  Record<WeekAction['kind'], WeekStatus | 'same' | 'week_approved' | 'week_not_submitted'>
> = {
  open: { submit: 'submitted', withdraw: 'same', approve: 'week_not_submitted', return: 'week_not_submitted' },
  submitted: { submit: 'same', withdraw: 'open', approve: 'approved', return: 'returned' },
  approved: { submit: 'week_approved', withdraw: 'week_approved', approve: 'same', return: 'returned' },
  returned: { submit: 'submitted', withdraw: 'same', approve: 'week_not_submitted', return: 'week_not_submitted' },
};

describe.each(WEEK_STATUSES)('a week that is %s', (status) => {
  test.each(ACTIONS)('after $kind', (action) => {
    const week = WEEKS[status];
    const after = weekAfter(week, action, NOW);
    const expected = TABLE[status][action.kind];
    if (typeof after === 'string') expect(after).toBe(expected);
    else if (after === week) expect(expected).toBe('same');
    else expect([after.status, after.version]).toEqual([expected, week.version + 1]);
  });
});

test('a week is returned once, and keeps the note of the first return', () => {
  const { returned } = WEEKS;
  expect(weekAfter(returned, { kind: 'return', by: 'maya', comment: 'Tuesday?' }, NOW)).toBe(returned);
  for (const other of [
    { by: 'leo', comment: 'Tuesday?' },
    { by: 'maya', comment: 'Friday?' },
  ]) {
    expect(weekAfter(returned, { kind: 'return', ...other }, NOW)).toBe('week_not_submitted');
  }
});

test('a week records when it was submitted and with how much', () => {
  expect(weekAfter(WEEKS.returned, { kind: 'submit', totalMs: 1 }, NOW)).toEqual({
    ...SUBMITTED,
    submittedAt: NOW,
    submittedMs: 1,
    version: 3,
  });
});

test('a week records with how much it was approved', () => {
  const approved = weekAfter(SUBMITTED, { kind: 'approve', by: 'leo', totalMs: 7 }, NOW);
  expect(approved).toMatchObject({ approvedMs: 7, submittedMs: 36_000_000 });
});

test('a week shows who decided and why, until the next decision', () => {
  const returned = weekAfter(WEEKS.approved, { kind: 'return', by: 'leo', comment: 'Why?' }, NOW) as Week;
  expect(returned).toMatchObject({
    decidedBy: 'leo',
    decidedAt: NOW,
    comment: 'Why?',
    submittedMs: 36_000_000,
    approvedMs: null,
  });
  const again = weekAfter(returned, { kind: 'submit', totalMs: 1 }, NOW) as Week;
  expect(again).toMatchObject({ decidedBy: null, decidedAt: null, comment: '' });
  expect(weekAfter(SUBMITTED, { kind: 'withdraw' }, NOW)).toEqual({ ...OPEN, version: 2 });
});
