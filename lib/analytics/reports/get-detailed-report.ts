import { countRunning } from '#/lib/analytics/reports/adjustments-query.ts';
import { type Details, listDetails } from '#/lib/analytics/reports/detailed-query.ts';
import type { DetailedReportQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import type { Ctx } from '#/lib/context/context.ts';

export type DetailedReport = Details & { scope: ReportScope; running: number };

/**
 * The timers in a report, with exact and rounded time side by side; stored time is never rounded.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone, range or cursor
 */
export async function getDetailedReport(ctx: Ctx, query: DetailedReportQuery): Promise<DetailedReport> {
  const scope = await reportScope(ctx, query);
  const { filter, from, to, now } = scope;
  const details = await listDetails(ctx.db, filter, query, query);
  const running = from <= now && now < to ? await countRunning(ctx.db, filter) : 0;
  return { ...details, scope, running };
}
