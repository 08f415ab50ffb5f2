import { expect, test } from 'vitest';
import { styleOf } from '#/lib/client/time/time-style.ts';
import { changeSince, formatClosedWeek, formatMoment, weekDays } from '#/lib/client/weeks/format-week.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

const WEEK: WeekJson = {
  user_id: '019a9f00-0000-7000-8000-000000000001',
  starts_on: '2026-11-16',
  status: 'submitted',
  total_ms: 38 * HOUR_MS,
  growing: false,
  submitted_at: '2026-11-22T17:00:00.000Z',
  submitted_ms: 38 * HOUR_MS,
  decided_at: null,
  decided_by: null,
  approved_ms: null,
  comment: '',
};

test('a week is named by its days', () => {
  expect(weekDays('2026-11-16', '2026-11-22')).toBe('16 – 22 November');
  expect(weekDays('2025-12-29', '2026-11-22')).toBe('29 December 2025 – 4 January 2026');
});

test('a moment is shown as its time today, and with its day before that', () => {
  const berlin = styleOf('Europe/Berlin');
  expect(formatMoment('2026-11-22T13:32:00.000Z', berlin, '2026-11-22')).toBe('14:32');
  expect(formatMoment('2026-11-19T23:30:00.000Z', berlin, '2026-11-22')).toBe('Fri 20 Nov 00:30');
  expect(formatMoment('2025-11-19T13:32:00.000Z', berlin, '2026-11-22')).toBe('Wed 19 Nov 2025 14:32');
});

test('time tracked since a week was submitted or approved is compared by the displayed minute', () => {
  expect(changeSince(WEEK)).toBeNull();
  expect(changeSince({ ...WEEK, total_ms: 38 * HOUR_MS + MINUTE_MS - 1 })).toBeNull();
  expect(changeSince({ ...WEEK, total_ms: 39 * HOUR_MS })).toBe('+\u00a01\u00a0h');
  expect(changeSince({ ...WEEK, total_ms: 37 * HOUR_MS })).toBe('−\u00a01\u00a0h');
  const approved: WeekJson = { ...WEEK, status: 'approved', total_ms: 43 * HOUR_MS, approved_ms: 40 * HOUR_MS };
  expect(changeSince(approved)).toBe('+\u00a03\u00a0h');
  expect(changeSince({ ...approved, approved_ms: 43 * HOUR_MS })).toBeNull();
  expect(changeSince({ ...approved, status: 'returned', approved_ms: null })).toBeNull();
});

test.each([
  ['submitted', 'You’ve submitted this week. Withdraw it to change its time.'],
  ['approved', 'This week is approved. Ask an admin to return it to change its time.'],
  ['open', null],
  ['returned', null],
] as const)('the member of a week that is %s reads why it can’t be changed: %s', (status, reason) => {
  expect(formatClosedWeek({ status })).toBe(reason);
});
