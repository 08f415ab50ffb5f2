import type { Ctx } from '#/lib/accounts/context.ts';
import {
  type Adjustments,
  countPomodoros,
  countRunning,
  findAdjustments,
  type Pomodoros,
} from '#/lib/analytics/reports/adjustments-query.ts';
import { countDaysBegun, type DaysBegun } from '#/lib/analytics/reports/days-begun-query.ts';
import type { ReportGrouping, ReportSummaryQuery } from '#/lib/analytics/reports/report-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import { findSummary, findTotals, type ReportTotals, type Summary } from '#/lib/analytics/reports/summary-query.ts';

export type ReportSummary = Summary & {
  scope: ReportScope;
  levels: readonly ReportGrouping[];
  running: number;
  previousTotals: ReportTotals;
  daysBegun: DaysBegun[];
  pomodoros: Pomodoros;
  adjustments: Adjustments;
};

/**
 * What was tracked in a range, by whom and on what, beside the period before it.
 * @throws AppError 403 for somebody else's without `timers:read_all`; 400 for a bad zone or range
 */
export async function getReportSummary(ctx: Ctx, query: ReportSummaryQuery): Promise<ReportSummary> {
  const scope = await reportScope(ctx, query);
  const { filter, from, to, rule, weekStart, previous, now } = scope;
  const levels = query.group_by ?? ['project' as const];
  // Two at a time: each takes a connection that somebody's press may be waiting for.
  const [summary, previousTotals] = await Promise.all([
    findSummary(ctx.db, filter, { levels, limit: query.limit, weekStart }),
    findTotals(ctx.db, { ...filter, period: previous }),
  ]);
  const [adjustments, pomodoros] = await Promise.all([
    findAdjustments(ctx.db, filter, { from, to }),
    countPomodoros(ctx.db, filter, { from, to }),
  ]);
  const daysBegun = await countDaysBegun(ctx.db, { rule, from, to, now });
  const running = from <= now && now < to ? await countRunning(ctx.db, filter) : 0;
  return { ...summary, scope, levels, running, previousTotals, daysBegun, pomodoros, adjustments };
}
