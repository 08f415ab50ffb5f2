import type { SavedReport } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { SavedReportJson } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';

/** A saved report as the API shows it. */
export function savedReportJson(report: SavedReport, ownerName: string): SavedReportJson {
  return {
    id: report.id,
    name: report.name,
    query: report.query,
    is_shared: report.isShared,
    owner: { user_id: report.userId, name: ownerName },
    created_at: report.createdAt.toISOString(),
    updated_at: report.updatedAt.toISOString(),
    version: report.version,
  };
}

/** A saved report in events, which others read: of a private one only that it exists. */
export function savedReportFacts({ id, name, query, isShared }: SavedReport) {
  return isShared ? { id, name, query, is_shared: isShared } : { id };
}
