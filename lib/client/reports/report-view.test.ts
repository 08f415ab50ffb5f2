import { expect, test } from 'vitest';
import {
  daysError,
  daysOf,
  daysTitle,
  FIRST_VIEW,
  NO_FILTERS,
  type ReportView,
  readReportView,
  reportHref,
  reportQuery,
  yearDays,
} from '#/lib/client/reports/report-view.ts';

const TODAY = '2026-11-19';
const ME = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61';
const read = (query: string) => readReportView(new URLSearchParams(query));

test('the address of a report says everything that was chosen, and reads back the same', () => {
  const view: ReportView = {
    range: 'custom',
    days: { from: '2026-10-01', to: '2026-10-09' },
    who: ME,
    by: 'tag',
    filters: { ...NO_FILTERS, tag: ['deep, long', '100%2C'], type: ['pomodoro', 'manual'] },
  };
  expect(readReportView(new URL(reportHref(view), 'http://x').searchParams)).toEqual(view);
  expect(reportHref(FIRST_VIEW)).toBe('/reports');
  expect(read('')).toEqual(FIRST_VIEW);
});

test('an address with something unknown shows the report as at first', () => {
  expect(read('range=decade&by=color&who=someone&from=2026-11-01')).toEqual(FIRST_VIEW);
  expect(read('range=custom&from=2026-11-09&to=2026-11-01')).toEqual(FIRST_VIEW);
});

test('a period that is not over yet ends today', () => {
  const days = (range: ReportView['range'], weekStart = 1) => daysOf({ range, days: null }, TODAY, weekStart);
  expect(days('week')).toEqual({ from: '2026-11-16', to: TODAY });
  expect(days('week', 7)).toEqual({ from: '2026-11-15', to: TODAY });
  expect(days('last_week')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(days('month')).toEqual({ from: '2026-11-01', to: TODAY });
  expect(days('last_month')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(days('year')).toEqual({ from: '2026-01-01', to: TODAY });
  expect(yearDays(TODAY, 1)).toEqual({ from: '2025-11-17', to: TODAY });
});

test('the title of a period names its days, and the year when it is another', () => {
  expect(daysTitle({ from: '2026-11-01', to: TODAY }, TODAY)).toBe('1 – 19 November');
  expect(daysTitle({ from: TODAY, to: TODAY }, TODAY)).toBe('19 November');
  expect(daysTitle({ from: '2025-12-29', to: '2026-01-02' }, TODAY)).toBe('29 December 2025 – 2 January 2026');
});

test('days that a report cannot have are rejected with what to do', () => {
  expect(daysError({ from: '2026-11-01', to: '' })).toBe('Choose both days.');
  expect(daysError({ from: '2026-11-09', to: '2026-11-01' })).toBe('The first day must come before the last.');
  expect(daysError({ from: '2025-01-01', to: '2026-02-04' })).toBe(null);
  expect(daysError({ from: '2025-01-01', to: '2026-02-05' })).toBe('Choose at most 400 days.');
});

test('the API is asked for the days, the member, the parts and the filters', () => {
  const days = { from: '2026-11-01', to: TODAY };
  const mine = reportQuery({ ...FIRST_VIEW, filters: { ...NO_FILTERS, project: ['none'], tag: ['a,b'] } }, days, ME);
  expect(Object.fromEntries(mine)).toEqual({
    ...days,
    group_by: 'project',
    user_id: ME,
    project_id: 'none',
    tag: 'a%2Cb',
  });
  expect(reportQuery({ ...FIRST_VIEW, who: 'everyone' }, days, ME).has('user_id')).toBe(false);
});
