import { describe, expect, test } from 'vitest';
import {
  daysError,
  daysOf,
  daysTitle,
  FIRST_VIEW,
  levelQuery,
  NO_FILTERS,
  narrowTo,
  ofMember,
  periodOf,
  type ReportView,
  readReportView,
  reportHref,
  reportQuery,
  yearDays,
} from '#/lib/client/reports/report-view.ts';

const TODAY = '2026-11-19';
const ME = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61';
const read = (query: string) => readReportView(new URLSearchParams(query));

test('the URL of a report contains every choice, and reads back the same', () => {
  const view: ReportView = {
    range: 'custom',
    days: { from: '2026-10-01', to: '2026-10-09' },
    who: ME,
    by: 'tag',
    thenBy: 'week',
    filters: { ...NO_FILTERS, tag: ['deep, long', '100%2C'], type: ['pomodoro', 'manual'] },
  };
  expect(readReportView(new URL(reportHref(view), 'http://x').searchParams)).toEqual(view);
  expect(reportHref(FIRST_VIEW)).toBe('/reports');
  expect(read('')).toEqual(FIRST_VIEW);
});

test('a URL with unknown values shows the default report', () => {
  expect(read('range=decade&by=color&who=someone&from=2026-11-01')).toEqual(FIRST_VIEW);
  expect(read('range=custom&from=2026-11-09&to=2026-11-01')).toEqual(FIRST_VIEW);
  expect(read('by=project&then=project')).toEqual(FIRST_VIEW);
});

test('a period that has not ended ends today', () => {
  const days = (range: ReportView['range'], weekStart = 1) => daysOf({ range, days: null }, TODAY, weekStart);
  expect(days('week')).toEqual({ from: '2026-11-16', to: TODAY });
  expect(days('week', 7)).toEqual({ from: '2026-11-15', to: TODAY });
  expect(days('last_week')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(days('month')).toEqual({ from: '2026-11-01', to: TODAY });
  expect(days('last_month')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(days('year')).toEqual({ from: '2026-01-01', to: TODAY });
  expect(yearDays(TODAY, 1)).toEqual({ from: '2025-11-17', to: TODAY });
});

test('the title of a period has its days, and the year if it is another', () => {
  expect(daysTitle({ from: '2026-11-01', to: TODAY }, TODAY)).toBe('1 – 19 November');
  expect(daysTitle({ from: TODAY, to: TODAY }, TODAY)).toBe('19 November');
  expect(daysTitle({ from: '2025-12-29', to: '2026-01-02' }, TODAY)).toBe('29 December 2025 – 2 January 2026');
});

test('invalid days for a report are rejected with advice', () => {
  expect(daysError({ from: '2026-11-01', to: '' })).toBe('Choose both days.');
  expect(daysError({ from: '2026-11-09', to: '2026-11-01' })).toBe('The first day must come before the last.');
  expect(daysError({ from: '2025-01-01', to: '2026-02-04' })).toBe(null);
  expect(daysError({ from: '2025-01-01', to: '2026-02-05' })).toBe('Choose at most 400 days.');
});

test('requests to the API contain the days, the member, the parts and the filters', () => {
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

test('requests to the API contain the groups of both levels, and the parts of days by the first that is no period', () => {
  const days = { from: '2026-11-01', to: TODAY };
  const asked = (query: string) => {
    const view = read(query);
    return [levelQuery(view, days, ME), reportQuery(view, days, ME)].map((one) => one.get('group_by'));
  };
  expect(asked('by=ticket')).toEqual(['ticket', 'ticket']);
  expect(asked('by=project&then=ticket')).toEqual(['project,ticket', 'project']);
  expect(asked('by=week&then=tag')).toEqual(['week,tag', 'tag']);
  expect(asked('by=month&then=day')).toEqual(['month,day', 'project']);
  // A year has more days than the API lists by default.
  const limits = ['by=day', 'by=project&then=day', 'by=day&then=tag', 'by=ticket'].map((search) =>
    levelQuery(read(search), days, ME).get('limit'),
  );
  expect(limits).toEqual(['400', '400', '400', null]);
});

describe('a view is filtered to one of its groups', () => {
  const days = { from: '2026-11-05', to: TODAY };
  const key = null;
  const everyone = { ...FIRST_VIEW, who: 'everyone', by: 'member' as const, thenBy: 'week' as const };

  test.each([
    ['day', '2026-11-18', { from: '2026-11-18', to: '2026-11-18' }],
    // The days of a week or a month that are in the report.
    ['week', '2026-11-02', { from: '2026-11-05', to: '2026-11-08' }],
    ['week', '2026-11-16', { from: '2026-11-16', to: TODAY }],
    ['month', '2026-11', { from: '2026-11-05', to: TODAY }],
  ] as const)('that is the %s %s', (by, value, expected) => {
    expect(narrowTo(FIRST_VIEW, days, { by, value, key })).toEqual({ ...FIRST_VIEW, range: 'custom', days: expected });
  });

  test('whole months have their number of days in the calendar', () => {
    expect(['2024-02', '2026-02', '2026-12'].map((month) => periodOf('month', month).to)).toEqual([
      '2024-02-29',
      '2026-02-28',
      '2026-12-31',
    ]);
  });

  test.each([
    ['project', ME, { project: [ME] }],
    ['project', null, { project: ['none'] }],
    ['ticket', null, { ticket: ['none'] }],
    ['type', 'pomodoro', { type: ['pomodoro'] }],
    ['tag', 'deep, long', { tag: ['deep, long'] }],
  ] as const)('that is the %s %s', (by, value, filters) => {
    const narrowed = narrowTo(FIRST_VIEW, days, { by, value, key });
    expect(narrowed).toEqual({ ...FIRST_VIEW, filters: { ...NO_FILTERS, ...filters } });
  });

  test('a ticket by its key, and a member, without grouping by member', () => {
    const ticket = narrowTo(FIRST_VIEW, days, { by: 'ticket', value: ME, key: 'API-412' });
    expect(ticket?.filters.ticket).toEqual(['API-412']);
    const member = narrowTo(everyone, days, { by: 'member', value: ME, key });
    expect(member).toEqual({ ...everyone, who: ME, by: 'week', thenBy: null });
  });

  test('a group without an equivalent filter can’t be filtered', () => {
    expect(narrowTo(FIRST_VIEW, days, { by: 'tag', value: null, key })).toBeNull();
    const tagged = { ...FIRST_VIEW, filters: { ...NO_FILTERS, tag: ['deep'] } };
    // Timers with another tag are in the report for their first.
    expect(narrowTo(tagged, days, { by: 'tag', value: 'long', key })).toBeNull();
    expect(narrowTo(tagged, days, { by: 'tag', value: 'deep', key })).toEqual(tagged);
  });
});

test.each(['day', 'week', 'project'] as const)('a single member is not grouped by member, then by %s', (level) => {
  const grouped = { ...FIRST_VIEW, who: 'everyone', by: 'member' as const, thenBy: level };
  expect(ofMember(grouped, 'everyone')).toEqual(grouped);
  expect(ofMember(grouped, 'me')).toEqual({ ...grouped, who: 'me', by: level, thenBy: null });
  expect(ofMember({ ...grouped, thenBy: null }, 'me')).toEqual(FIRST_VIEW);
});
