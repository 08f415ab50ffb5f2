import type { OpenedLink } from '#/lib/analytics/report-links/open-report-link.ts';
import type { SharedReport } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { getDailyTotals } from '#/lib/analytics/reports/get-daily-totals.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { dailyTotalsJson, reportSummaryJson } from '#/lib/analytics/reports/report-json.ts';
import type { DailyTotalsJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';

/** Groups at most: of more the page tells the number. */
const MOST_GROUPS = 100;
/** Those whose values are words of people, not ids. */
const WORDS = ['tag', 'type'];
const UNLISTED = 'unlisted';
const NOTHING = { timers: 0, ms: 0 };

/** What a link shows of these days: without the ids of anything, and without how time was corrected. */
export async function readSharedReport(
  { link: { query, userId, ofOthers }, ctx }: OpenedLink,
  { from, to }: { from: string; to: string },
): Promise<SharedReport> {
  const some = <T>(values: T[]) => (values.length > 0 ? values : undefined);
  const whose = ofOthers ? query.whose : userId;
  const reportInput = {
    from,
    to,
    user_id: whose === 'everyone' ? undefined : [whose],
    project_id: some(query.project_id),
    ticket: some(query.ticket),
    tag: some(query.tag),
    type: some(query.type),
  };
  const summary = await getReportSummary(ctx, { ...reportInput, group_by: [query.group_by], limit: MOST_GROUPS });
  const days = await getDailyTotals(ctx, { ...reportInput, group_by: query.group_by });
  return withoutIds(reportSummaryJson(summary), dailyTotalsJson(days, query.group_by));
}

function withoutIds(summary: ReportSummaryJson, { days, group_by: by }: DailyTotalsJson): SharedReport {
  const { as_of, totals, previous, pomodoro, groups, groups_left_out } = summary;
  const places = new Map(groups.map(({ value }, index) => [value, String(index + 1)]));
  const placeOf = (value: string | null) =>
    value === null || WORDS.includes(by) ? value : (places.get(value) ?? UNLISTED);
  // Groups that are not listed by name are not named here either.
  const partOf = (part: (typeof days)[number]['parts'][number]) =>
    places.has(part.value)
      ? { ...part, value: placeOf(part.value) }
      : { ...part, value: UNLISTED, key: null, name: null };
  return {
    summary: {
      ...{ as_of, totals, previous, pomodoro, groups_left_out },
      groups: groups.map((group) => ({ ...group, value: placeOf(group.value) })),
      adjustments: { trimmed: NOTHING, corrected_by_admin: NOTHING, added_by_hand: NOTHING },
    },
    days: { days: days.map((day) => ({ ...day, parts: day.parts.map(partOf) })) },
  };
}
