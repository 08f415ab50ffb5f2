import { expect, test } from 'vitest';
import { rescheduleClosing } from '#/lib/accounts/workspaces/workspace.ts';

const MARCH = { closedThrough: '2026-03-31', closingGraceDays: 5, settledThrough: null };
const on = (day: string) => new Date(`${day}T12:00:00.000Z`);
/** 6 April begins in the Line Islands (UTC+14), the first time zone: the 5 days of grace have ended there. */
const EAST = new Date('2026-04-05T10:00:00.000Z');
const before = (instant: Date) => new Date(instant.getTime() - 1);
const LOCKED_APRIL = { closedThrough: '2026-04-30', closingGraceDays: 3, settledThrough: '2026-03-31' };
const NEVER_CLOSED = { closedThrough: null, closingGraceDays: 0, settledThrough: null };

test.each([
  ['a later day, once the one before is locked in every zone', MARCH, '2026-04-30', on('2026-04-07'), '2026-03-31'],
  ['a later day, once the one before is locked in the first zone', MARCH, '2026-04-30', EAST, '2026-03-31'],
  ['a later day, just before the one before is locked anywhere', MARCH, '2026-04-30', before(EAST), null],
  ['an earlier day than what was locked before', LOCKED_APRIL, '2026-03-14', on('2026-06-02'), '2026-03-14'],
  ['an earlier day than what is locked', MARCH, '2026-03-15', on('2026-05-02'), '2026-03-15'],
  ['an earlier day while nothing is locked', MARCH, '2026-03-15', on('2026-04-02'), null],
  ['the same day with other days of grace, once it is locked', MARCH, '2026-03-31', on('2026-05-02'), '2026-03-31'],
  ['the same day with other days of grace, before it is locked', MARCH, '2026-03-31', on('2026-04-02'), null],
  ['no day', LOCKED_APRIL, null, on('2026-05-02'), null],
  ['a first day', NEVER_CLOSED, '2026-03-31', on('2026-05-02'), null],
])(
  'choosing %s keeps the time locked that was locked through the chosen day',
  (_what, before, closedThrough, now, settled) => {
    expect(rescheduleClosing(before, { closedThrough, closingGraceDays: 31 }, now)).toEqual({
      closedThrough,
      closingGraceDays: 31,
      settledThrough: settled,
    });
  },
);
