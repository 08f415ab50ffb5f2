import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import { findTeamDay, type TeamDayFigures } from '#/lib/analytics/reports/team-day-query.ts';
import type { TeamDayQuery } from '#/lib/analytics/reports/team-day-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';

export type TeamDay = TeamDayFigures & { scope: ReportScope };

/**
 * Who worked when on one day, in the caller's time zone.
 * @throws AppError 403 without `timers:read_all`; 400 for an unknown zone
 */
export async function getTeamDay(ctx: Ctx, { date, limit, ...query }: TeamDayQuery): Promise<TeamDay> {
  authorize(ctx, 'timers:read_all');
  const scope = await reportScope(ctx, { ...query, from: date, to: date });
  const { from, to } = scope;
  return { ...(await findTeamDay(ctx.db, scope.filter, { from, to, limit })), scope };
}
