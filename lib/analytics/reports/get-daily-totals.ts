import { countRunning } from '#/lib/analytics/reports/adjustments-query.ts';
import { type DailyTotal, listDailyTotals } from '#/lib/analytics/reports/daily-totals-query.ts';
import type { DailyTotalsQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import type { Ctx } from '#/lib/context/context.ts';

export type DailyTotals = { scope: ReportScope; days: DailyTotal[]; running: number };

/**
 * Time tracked on each day of a range.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone or range
 */
export async function getDailyTotals(ctx: Ctx, query: DailyTotalsQuery): Promise<DailyTotals> {
  const scope = await reportScope(ctx, query);
  const { filter, from, to, now } = scope;
  const days = await listDailyTotals(ctx.db, filter, query.group_by, scope);
  const running = from <= now && now < to ? await countRunning(ctx.db, filter) : 0;
  return { scope, days, running };
}
