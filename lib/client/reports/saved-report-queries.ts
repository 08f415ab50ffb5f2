import { queryOptions } from '@tanstack/react-query';
import type { ReportLinkListJson } from '#/lib/analytics/report-links/report-link-schemas.ts';
import type { SavedReportListJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';

export const SAVED_REPORTS_KEY = ['saved-reports'] as const;
export const REPORT_LINKS_KEY = ['report-links'] as const;

/** The user's saved reports, and those shared with the workspace. */
export function savedReportsQuery(get: FetchApi) {
  return queryOptions({
    queryKey: SAVED_REPORTS_KEY,
    queryFn: ({ signal }) => get<SavedReportListJson>('/reports/saved', signal),
  });
}

/** Links by which reports are read without signing in. */
export function reportLinksQuery(get: FetchApi) {
  return queryOptions({
    queryKey: REPORT_LINKS_KEY,
    queryFn: ({ signal }) => get<ReportLinkListJson>('/reports/links', signal),
  });
}
