import {
  type Adjustments,
  countPomodoros,
  countRunning,
  findAdjustments,
  type Pomodoros,
} from '#/lib/analytics/reports/adjustments-query.ts';
import type { ReportGrouping, ReportSummaryQuery } from '#/lib/analytics/reports/report-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import {
  type EnteredTime,
  findSummary,
  findTotals,
  type ReportTotals,
  type Summary,
} from '#/lib/analytics/reports/summary-query.ts';
import { countDaysBegun, type DaysBegun } from '#/lib/analytics/streaks/days-begun-query.ts';
import type { Ctx } from '#/lib/context/context.ts';

export type ReportSummary = Omit<Summary, 'addedByHand'> & {
  scope: ReportScope;
  levels: readonly ReportGrouping[];
  running: number;
  previousTotals: ReportTotals;
  daysBegun: DaysBegun[];
  pomodoros: Pomodoros;
  adjustments: Adjustments & { addedByHand: EnteredTime };
};

/**
 * What was tracked in a range, by whom and on what, beside the period before it.
 * @throws AppError 403 for somebody else's without `timers:read_all`; 400 for a bad zone or range
 */
export async function getReportSummary(ctx: Ctx, query: ReportSummaryQuery): Promise<ReportSummary> {
  const scope = await reportScope(ctx, query);
  const { filter, weekStart } = scope;
  const levels = query.group_by ?? ['project' as const];
  const grouping = { levels, limit: query.limit, weekStart };
  // Two at a time, about as long as each other: a report has two connections (lib/api/limits/reads.ts).
  const [{ addedByHand, ...summary }, beside] = await Promise.all([
    findSummary(ctx.db, filter, grouping),
    findBeside(ctx, scope),
  ]);
  const adjustments = { ...beside.adjustments, addedByHand };
  return { ...summary, ...beside, adjustments, scope, levels };
}

/** The figures besides the time itself, one after the other. */
async function findBeside(ctx: Ctx, { filter, from, to, rule, previous, now }: ReportScope) {
  return {
    previousTotals: await findTotals(ctx.db, { ...filter, period: previous }),
    adjustments: await findAdjustments(ctx.db, filter, { from, to }),
    pomodoros: await countPomodoros(ctx.db, filter, { from, to }),
    daysBegun: await countDaysBegun(ctx.db, { rule, from, to, now }),
    running: from <= now && now < to ? await countRunning(ctx.db, filter) : 0,
  };
}
