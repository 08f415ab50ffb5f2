import { expect, test } from 'vitest';
import { calendarHref, readCalendarView, stepView, weekDates, weekTitle } from '#/lib/client/calendar/calendar-view.ts';

const read = (query: string) => readCalendarView(new URLSearchParams(query), '2026-11-19');

test('the address says which days are shown, and leads back to them', () => {
  const view = { kind: 'day', date: '2026-02-28' } as const;
  expect(read(calendarHref(view).split('?')[1] ?? '')).toEqual(view);
});

test.each(['', 'view=month&date=', 'date=2026-02-30', 'date=19.11.2026', 'date=2026-11-19T10:00'])(
  'an address that says nothing sensible (%s) shows this week',
  (query) => expect(read(query)).toEqual({ kind: 'week', date: '2026-11-19' }),
);

test('one step is a week, or a day', () => {
  expect(stepView({ kind: 'week', date: '2026-12-30' }, 1)).toEqual({ kind: 'week', date: '2027-01-06' });
  expect(stepView({ kind: 'day', date: '2026-03-01' }, -1)).toEqual({ kind: 'day', date: '2026-02-28' });
});

test('a week is named by its first and last day, with the years where one is not this', () => {
  const title = (date: string, weekStart: number) => weekTitle(weekDates({ kind: 'week', date }, weekStart), '2026');
  expect(title('2026-11-19', 1)).toBe('16 – 22 November');
  expect(title('2026-11-19', 7)).toBe('15 – 21 November');
  expect(title('2026-12-02', 1)).toBe('30 November – 6 December');
  expect(title('2026-12-31', 1)).toBe('28 December 2026 – 3 January 2027');
  expect(title('2025-11-19', 1)).toBe('17 – 23 November 2025');
});
