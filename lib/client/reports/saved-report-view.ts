import type { SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import type { ReportView } from '#/lib/client/reports/report-view.ts';

/** What a report is about, as the API keeps it. */
export function savedQueryOf({ range, days, who, by, filters }: ReportView): SavedQuery {
  return {
    period: range,
    from: days?.from ?? null,
    to: days?.to ?? null,
    whose: who,
    group_by: by,
    project_id: [...filters.project],
    ticket: [...filters.ticket],
    tag: [...filters.tag],
    type: [...filters.type] as SavedQuery['type'],
  };
}

/** A report that was kept, as the page shows it. */
export function viewOfSaved({ period, from, to, whose, group_by, ...filters }: SavedQuery): ReportView {
  return {
    range: period,
    days: from !== null && to !== null ? { from, to } : null,
    who: whose,
    by: group_by,
    filters: { project: filters.project_id, ticket: filters.ticket, tag: filters.tag, type: filters.type },
  };
}
