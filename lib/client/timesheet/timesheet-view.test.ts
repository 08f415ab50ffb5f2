import { expect, it } from 'vitest';
import { readTimesheetView, timesheetHref } from '#/lib/client/timesheet/timesheet-view.ts';

const THIS_WEEK = '2026-11-16';
const read = (query: string, weekStart = 1) => readTimesheetView(new URLSearchParams(query), THIS_WEEK, weekStart);

it.each([
  ['', '2026-11-16', 'ticket'],
  ['week=2026-11-09&by=project', '2026-11-09', 'project'],
  ['week=2026-11-12', '2026-11-09', 'ticket'],
  ['week=2026-02-30&by=client', '2026-11-16', 'ticket'],
  ['week=last', '2026-11-16', 'ticket'],
  ['week=0001-01-01', '2026-11-16', 'ticket'],
])('the URL “%s” shows the week of %s by %s', (query, week, by) => {
  expect(read(query)).toEqual({ week, by });
});

it('weeks begin on the day that the person has chosen', () => {
  expect(read('week=2026-11-12', 7).week).toBe('2026-11-08');
});

it('weeks begin on the person’s chosen day', () => {
  expect(timesheetHref({ week: THIS_WEEK, by: 'ticket' }, THIS_WEEK)).toBe('/timesheet');
  expect(timesheetHref({ week: '2026-11-09', by: 'project' }, THIS_WEEK)).toBe('/timesheet?week=2026-11-09&by=project');
});
