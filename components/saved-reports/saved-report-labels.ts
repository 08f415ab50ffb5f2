import { GROUP_LABELS, RANGE_LABELS } from '#/components/reports/report-labels.ts';
import type { SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import { daysTitle, FILTERS } from '#/lib/client/reports/report-view.ts';
import { viewOfSaved } from '#/lib/client/reports/saved-report-view.ts';

type Words = { today: string; nameOf: (userId: string) => string };

/** What a report is about, in a line: `This month · everyone · by project · filtered by tag`. */
export function formatSavedQuery(query: SavedQuery, { today, nameOf }: Words): string {
  const { range, days, who, by } = viewOfSaved(query);
  const period = days ? daysTitle(days, today) : (RANGE_LABELS.find(([one]) => one === range)?.[1] ?? range);
  const whose = who === 'me' ? null : who === 'everyone' ? 'everyone' : nameOf(who);
  return [period, whose, `by ${GROUP_LABELS[by][0].toLowerCase()}`, formatFilters(query)].filter(Boolean).join(' · ');
}

/** By what a report is narrowed, but not to what; null when it is not. */
export function formatFilters(query: SavedQuery): string | null {
  const { filters } = viewOfSaved(query);
  const used = FILTERS.filter((name) => filters[name].length > 0).map((name) => GROUP_LABELS[name][0].toLowerCase());
  return used.length === 0 ? null : `filtered by ${used.join(', ')}`;
}
