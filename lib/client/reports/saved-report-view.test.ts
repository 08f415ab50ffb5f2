import { expect, test } from 'vitest';
import { REPORT_PAGES, readSavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import { savedQueryInput } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { FIRST_VIEW, type ReportView } from '#/lib/client/reports/report-view.ts';
import { pageAt, savedHref, savedQueryOf, viewOfSaved } from '#/lib/client/reports/saved-report-view.ts';

const ID = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61';

test('every report in a URL is stored by the API and shown again unchanged', () => {
  const views: ReportView[] = [
    FIRST_VIEW,
    {
      range: 'custom',
      days: { from: '2026-10-01', to: '2026-10-09' },
      who: ID,
      by: 'member',
      thenBy: 'month',
      filters: { project: ['none', ID], ticket: ['API-412'], tag: ['deep, long'], type: ['pomodoro', 'manual'] },
    },
  ];
  for (const view of views) {
    expect(viewOfSaved(savedQueryInput.parse(savedQueryOf(view, 'detailed')))).toEqual(view);
  }
});

test('a saved report opens on the page on which it was saved', () => {
  const addresses = REPORT_PAGES.map((page) => savedHref(savedQueryOf({ ...FIRST_VIEW, thenBy: 'day' }, page)));
  expect(addresses).toEqual([
    '/reports?then=day',
    '/reports/detailed?then=day',
    '/reports/tickets?then=day',
    '/reports/pomodoro?then=day',
  ]);
  expect(addresses.map((href) => pageAt(new URL(href, 'http://x').pathname))).toEqual([...REPORT_PAGES]);
  expect(pageAt('/reports/team-day')).toBe('overview');
});

test('a report saved before there were two levels and pages is read with defaults', () => {
  const { page: _page, then_by: _thenBy, ...stored } = savedQueryOf(FIRST_VIEW, 'detailed');
  expect(readSavedQuery(stored)).toEqual({ ...stored, page: 'overview', then_by: null });
});
