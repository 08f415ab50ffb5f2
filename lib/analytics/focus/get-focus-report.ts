import { type Focus, findFocus } from '#/lib/analytics/focus/focus-query.ts';
import type { FocusReportQuery } from '#/lib/analytics/focus/focus-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';

/** This reads spans; a team has a hundred thousand per year. */
const MAX_TEAM_DAYS = 100;

export type FocusReport = Focus & { scope: ReportScope; switchMinutes: number };

/**
 * How long members worked without an interruption in a range.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone or range, or more than 100
 * days of several members
 */
export async function getFocusReport(ctx: Ctx, query: FocusReportQuery): Promise<FocusReport> {
  const scope = await reportScope(ctx, query);
  const days = Math.round((scope.to.getTime() - scope.from.getTime()) / DAY_MS);
  if (days > MAX_TEAM_DAYS && scope.filter.userIds?.length !== 1) throw tooManyDays();
  const switchMinutes = query.switch_minutes;
  return { ...(await findFocus(ctx.db, scope.filter, switchMinutes)), scope, switchMinutes };
}

function tooManyDays(): AppError {
  const detail = `Focus of several members is counted over at most ${MAX_TEAM_DAYS} days. Choose fewer days, or one member.`;
  return new AppError('range_invalid', { detail, fields: [{ pointer: '#/query/to', detail }] });
}
