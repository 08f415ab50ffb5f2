import { expect, test } from 'vitest';
import { closedAnew } from '#/lib/accounts/workspaces/workspace.ts';

const MARCH = { closedThrough: '2026-03-31', closingGraceDays: 5, settledThrough: null };
const on = (day: string) => new Date(`${day}T12:00:00.000Z`);

test.each([
  ['a later day, once the one before is closed in every zone', MARCH, '2026-04-30', on('2026-04-06'), '2026-03-31'],
  ['a later day, while the one before has its days of grace', MARCH, '2026-04-30', on('2026-04-05'), null],
  ['an earlier day', { ...MARCH, settledThrough: '2026-02-28' }, '2026-02-14', on('2026-05-02'), '2026-02-14'],
  ['an earlier day than what is in force', MARCH, '2026-03-15', on('2026-05-02'), null],
  ['the same day with more grace', MARCH, '2026-03-31', on('2026-05-02'), null],
  ['no day', { ...MARCH, settledThrough: '2026-02-28' }, null, on('2026-05-02'), null],
  [
    'a first day',
    { closedThrough: null, closingGraceDays: 0, settledThrough: null },
    '2026-03-31',
    on('2026-05-02'),
    null,
  ],
])('%s', (_what, before, closedThrough, now, settled) => {
  expect(closedAnew(before, { closedThrough, closingGraceDays: 3 }, now)).toEqual({
    closedThrough,
    closingGraceDays: 3,
    settledThrough: settled,
  });
});
