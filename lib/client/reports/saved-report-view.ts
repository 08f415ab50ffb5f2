import { REPORT_PAGES, type ReportPage, type SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import {
  DETAILED_REPORT_PATH,
  POMODORO_REPORT_PATH,
  REPORTS_PATH,
  type ReportView,
  reportHref,
  TICKET_REPORT_PATH,
} from '#/lib/client/reports/report-view.ts';

const PATHS: Record<ReportPage, string> = {
  overview: REPORTS_PATH,
  detailed: DETAILED_REPORT_PATH,
  tickets: TICKET_REPORT_PATH,
  pomodoro: POMODORO_REPORT_PATH,
};

/** The page of reports at a path; the overview, if the path has no saved reports. */
export function pageAt(path: string): ReportPage {
  return REPORT_PAGES.find((page) => PATHS[page] === path) ?? 'overview';
}

/** The URL of a saved report. */
export function savedHref(query: SavedQuery): string {
  return reportHref(viewOfSaved(query), PATHS[query.page]);
}

/** A page of reports, as stored by the API. */
export function savedQueryOf({ range, days, who, by, thenBy, filters }: ReportView, page: ReportPage): SavedQuery {
  return {
    period: range,
    from: days?.from ?? null,
    to: days?.to ?? null,
    whose: who,
    page,
    group_by: by,
    then_by: thenBy,
    project_id: [...filters.project],
    ticket: [...filters.ticket],
    tag: [...filters.tag],
    type: [...filters.type] as SavedQuery['type'],
  };
}

/** A saved report, as shown by the page. */
export function viewOfSaved({ period, from, to, whose, group_by, then_by, ...filters }: SavedQuery): ReportView {
  return {
    range: period,
    days: from !== null && to !== null ? { from, to } : null,
    who: whose,
    by: group_by,
    thenBy: then_by,
    filters: { project: filters.project_id, ticket: filters.ticket, tag: filters.tag, type: filters.type },
  };
}
