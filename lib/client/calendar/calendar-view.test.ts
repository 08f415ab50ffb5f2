import { expect, test } from 'vitest';
import {
  adjacentRanges,
  calendarHref,
  isViewStep,
  readCalendarView,
  stepView,
  viewDates,
  viewRange,
  viewTitle,
} from '#/lib/client/calendar/calendar-view.ts';

const read = (query: string) => readCalendarView(new URLSearchParams(query), '2026-11-19');

test('the URL names the shown days, and maps back to them', () => {
  for (const kind of ['day', 'week', 'month'] as const) {
    const view = { kind, date: '2026-02-28' };
    expect(read(calendarHref(view).split('?')[1] ?? '')).toEqual(view);
  }
});

test.each(['', 'view=year&date=', 'date=2026-02-30', 'date=19.11.2026', 'date=2026-11-19T10:00'])(
  'an invalid URL (%s) shows this week',
  (query) => expect(read(query)).toEqual({ kind: 'week', date: '2026-11-19' }),
);

test('one step is a week, a day, or a month', () => {
  expect(stepView({ kind: 'week', date: '2026-12-30' }, 1)).toEqual({ kind: 'week', date: '2027-01-06' });
  expect(stepView({ kind: 'day', date: '2026-03-01' }, -1)).toEqual({ kind: 'day', date: '2026-02-28' });
  expect(stepView({ kind: 'month', date: '2026-12-31' }, 1)).toEqual({ kind: 'month', date: '2027-01-31' });
  expect(stepView({ kind: 'month', date: '2026-03-31' }, -1)).toEqual({ kind: 'month', date: '2026-02-28' });
});

test('Back returns from each view except from another day of the same month', () => {
  const month = { kind: 'month', date: '2026-11-19' } as const;
  expect(isViewStep(month, { ...month, date: '2026-11-01' })).toBe(false);
  expect(isViewStep(month, { ...month, date: '2026-12-19' })).toBe(true);
  expect(isViewStep(month, { ...month, kind: 'day' })).toBe(true);
  expect(isViewStep({ ...month, kind: 'week' }, { ...month, kind: 'week' })).toBe(true);
});

test.each([
  ['day', '2026-11-16', 7, ['2026-11-09', '2026-11-23'], 1],
  ['week', '2026-11-16', 7, ['2026-11-09', '2026-11-23'], 7],
  ['month', '2026-10-26', 42, ['2026-09-28', '2026-11-30'], 30],
] as const)('a %s needs the days from %s on, %d of them, then those from %j on', (kind, first, days, beside, own) => {
  const view = { kind, date: '2026-11-19' };
  expect(viewRange(view, 1)).toEqual({ first, days });
  expect(adjacentRanges(view, 1).map((range) => range.first)).toEqual(beside);
  expect(viewDates(view, 1)).toHaveLength(own);
});

test('a day and a month have their own names', () => {
  expect(viewTitle({ kind: 'day', date: '2026-11-19' }, 1, '2026')).toBe('Thursday 19 November');
  expect(viewTitle({ kind: 'month', date: '2026-11-19' }, 1, '2026')).toBe('November 2026');
});

test('a week is named by its first and last day, with the years if one is not this year', () => {
  const title = (date: string, weekStart: number) => viewTitle({ kind: 'week', date }, weekStart, '2026');
  expect(title('2026-11-19', 1)).toBe('16 – 22 November');
  expect(title('2026-11-19', 7)).toBe('15 – 21 November');
  expect(title('2026-12-02', 1)).toBe('30 November – 6 December');
  expect(title('2026-12-31', 1)).toBe('28 December 2026 – 3 January 2027');
  expect(title('2025-11-19', 1)).toBe('17 – 23 November 2025');
});
