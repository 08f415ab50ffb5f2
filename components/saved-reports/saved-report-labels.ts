import { GROUP_LABELS, RANGE_LABELS } from '#/components/reports/report-labels.ts';
import type { SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import { daysTitle, FILTERS, type ReportView } from '#/lib/client/reports/report-view.ts';
import { viewOfSaved } from '#/lib/client/reports/saved-report-view.ts';

type Words = { today: string; nameOf: (userId: string) => string };

/** A report's description, in a line: `This month · everyone · by project · filtered by tag`. */
export function formatSavedQuery(query: SavedQuery, { today, nameOf }: Words): string {
  const { range, days, who, by, thenBy } = viewOfSaved(query);
  const period = days ? daysTitle(days, today) : (RANGE_LABELS.find(([one]) => one === range)?.[1] ?? range);
  const whose = who === 'me' ? null : who === 'everyone' ? 'everyone' : nameOf(who);
  return [period, whose, formatLevels({ by, thenBy }), formatFilters(query)].filter(Boolean).join(' · ');
}

/** `by project`, `by month, then by member`. */
export function formatLevels({ by, thenBy }: Pick<ReportView, 'by' | 'thenBy'>): string {
  const parts = [by, thenBy].flatMap((level) => (level ? [`by ${GROUP_LABELS[level][0].toLowerCase()}`] : []));
  return parts.join(', then ');
}

/** The filters of a report, without their values; null without any. */
export function formatFilters(query: SavedQuery): string | null {
  const { filters } = viewOfSaved(query);
  const used = FILTERS.filter((name) => filters[name].length > 0).map((name) => GROUP_LABELS[name][0].toLowerCase());
  return used.length === 0 ? null : `filtered by ${used.join(', ')}`;
}
