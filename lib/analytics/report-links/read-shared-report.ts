import type { OpenedLink } from '#/lib/analytics/report-links/open-report-link.ts';
import type { SharedReport } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { getDailyTotals } from '#/lib/analytics/reports/get-daily-totals.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { dailyTotalsJson, reportSummaryJson } from '#/lib/analytics/reports/report-json.ts';
import { type DayPart, dayPartOf, type ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import type { DailyTotalsJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { MAX_REPORT_DAYS } from '#/lib/analytics/saved-reports/saved-report.ts';

/** Maximum of groups, except days; the page shows how many more there are. */
const MAX_GROUPS = 100;
/** Groups whose values are ids, not words. */
const IDS: readonly ReportGrouping[] = ['member', 'project', 'ticket'];
const UNLISTED = 'unlisted';
const NOTHING = { timers: 0, ms: 0 };

/** The report of a link for these days: without any ids, and without how time was corrected. */
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
  const levels = [query.group_by, ...(query.then_by ? [query.then_by] : [])];
  // Days are consecutive: leaving some out would end the report before its last day.
  const limit = levels.includes('day') ? MAX_REPORT_DAYS : MAX_GROUPS;
  const summary = await getReportSummary(ctx, { ...reportInput, group_by: levels, limit });
  // If both levels are periods, the parts of a day are what reveals the least.
  const part = dayPartOf(levels) ?? 'type';
  const days = await getDailyTotals(ctx, { ...reportInput, group_by: part });
  return withoutIds(reportSummaryJson(summary), dailyTotalsJson(days, part));
}

function withoutIds(summary: ReportSummaryJson, { days, group_by: part }: DailyTotalsJson): SharedReport {
  const { as_of, totals, previous, pomodoro, group_by, groups, groups_left_out } = summary;
  const [by, thenBy = null] = group_by;
  const parts = by === part ? groups : partsOf(days, part).slice(0, MAX_GROUPS);
  const places = new Map(parts.map(({ value }, index) => [value, placeOf(part, value, index)]));
  // Groups that are not listed by name are not named here either.
  const partOf = (one: (typeof days)[number]['parts'][number]) => {
    const value = places.get(one.value);
    return value === undefined ? { ...one, value: UNLISTED, key: null, name: null } : { ...one, value };
  };
  return {
    summary: {
      ...{ as_of, totals, previous, pomodoro, group_by, groups_left_out },
      groups: groups.map((group, index) => ({
        ...group,
        value: placeOf(by, group.value, index),
        groups: group.groups.map((inner, n) => ({ ...inner, value: placeOf(thenBy, inner.value, n) })),
      })),
      adjustments: { trimmed: NOTHING, corrected_by_admin: NOTHING, added_by_hand: NOTHING },
    },
    parts: parts.map(({ key, name, value }) => ({ by: part, key, name, value: places.get(value) ?? null })),
    days: { days: days.map((day) => ({ ...day, parts: day.parts.map(partOf) })) },
  };
}

/** The position in its list instead of an id. */
function placeOf(by: ReportGrouping | null | undefined, value: string | null, index: number): string | null {
  return value !== null && by && IDS.includes(by) ? String(index + 1) : value;
}

/** The parts of these days, in descending order of time. */
function partsOf(days: DailyTotalsJson['days'], by: DayPart) {
  const all = Map.groupBy(
    days.flatMap((day) => day.parts),
    ({ value }) => value,
  );
  const sums = [...all].map(([value, parts]) => ({
    ...{ by, value, key: parts[0]?.key ?? null, name: parts[0]?.name ?? null },
    tracked_ms: parts.reduce((sum, { tracked_ms }) => sum + tracked_ms, 0),
  }));
  return sums.toSorted((a, b) => b.tracked_ms - a.tracked_ms);
}
