import {
  type Adjustments,
  countPomodoros,
  countRunning,
  findAdjustments,
  type Pomodoros,
} from '#/lib/analytics/reports/adjustments-query.ts';
import type { LevelRow } from '#/lib/analytics/reports/report-groups.ts';
import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import type { ReportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import {
  type EnteredTime,
  findGroups,
  findSums,
  findTotals,
  type ReportSums,
  type ReportTotals,
} from '#/lib/analytics/reports/summary-query.ts';
import { countDaysBegun, type DaysBegun } from '#/lib/analytics/streaks/days-begun-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { readTogether } from '#/lib/db/read-together.ts';

export type ReportSummary = Omit<ReportSums, 'addedByHand'> & {
  scope: ReportScope;
  levels: readonly ReportGrouping[];
  groups: LevelRow[];
  running: number;
  previousTotals: ReportTotals;
  daysBegun: DaysBegun[];
  pomodoros: Pomodoros;
  adjustments: Adjustments & { addedByHand: EnteredTime };
};

/**
 * Time tracked in a range, by member and subject, with the period before it.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone or range
 */
export async function getReportSummary(ctx: Ctx, query: ReportSummaryQuery): Promise<ReportSummary> {
  const scope = await reportScope(ctx, query);
  const { filter, from, to, rule, previous, now, weekStart } = scope;
  const levels = query.group_by ?? ['project' as const];
  // A report has two connections (lib/api/limits/reads.ts).
  const { sums, adjustments, ...found } = await readTogether(ctx.db, {
    adjustments: (tx) => findAdjustments(tx, filter, { from, to }),
    sums: (tx) => findSums(tx, filter),
    groups: (tx) => findGroups(tx, filter, { levels, limit: query.limit, weekStart }),
    pomodoros: (tx) => countPomodoros(tx, filter, { from, to }),
    previousTotals: (tx) => findTotals(tx, { ...filter, period: previous }),
    daysBegun: (tx) => countDaysBegun(tx, { rule, from, to, now }),
    running: async (tx) => (from <= now && now < to ? countRunning(tx, filter) : 0),
  });
  const { addedByHand, ...ofTime } = sums;
  return { ...ofTime, ...found, adjustments: { ...adjustments, addedByHand }, scope, levels };
}
