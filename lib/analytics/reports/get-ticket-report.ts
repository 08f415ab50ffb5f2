import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import { findTicketFigures, type TicketFigures } from '#/lib/analytics/reports/ticket-report-query.ts';
import type { TicketReportQuery } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';

export type TicketReport = TicketFigures & { scope: ReportScope };

/**
 * Time tracked on tickets in a range, with their estimates.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone or range
 */
export async function getTicketReport(ctx: Ctx, query: TicketReportQuery): Promise<TicketReport> {
  const scope = await reportScope(ctx, query);
  const totalOf = scope.of === 'everyone' ? null : ctx.actor.userId;
  const figures = await findTicketFigures(ctx.db, scope.filter, { ...query, totalOf });
  return { ...figures, scope };
}
