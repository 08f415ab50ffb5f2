import { expect, test } from 'vitest';
import { savedQueryInput } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { FIRST_VIEW, type ReportView } from '#/lib/client/reports/report-view.ts';
import { savedQueryOf, viewOfSaved } from '#/lib/client/reports/saved-report-view.ts';

const ID = '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61';

test('every report that an address can hold is kept by the API and shown again as it was', () => {
  const views: ReportView[] = [
    FIRST_VIEW,
    {
      range: 'custom',
      days: { from: '2026-10-01', to: '2026-10-09' },
      who: ID,
      by: 'member',
      filters: { project: ['none', ID], ticket: ['API-412'], tag: ['deep, long'], type: ['pomodoro', 'manual'] },
    },
  ];
  for (const view of views) expect(viewOfSaved(savedQueryInput.parse(savedQueryOf(view)))).toEqual(view);
});
