import { findPomodoroAdherence, type PomodoroAdherence } from '#/lib/analytics/focus/pomodoro-query.ts';
import type { PomodoroReportQuery } from '#/lib/analytics/focus/pomodoro-schemas.ts';
import { type ReportScope, reportScope } from '#/lib/analytics/reports/report-scope.ts';
import type { Ctx } from '#/lib/context/context.ts';

export type PomodoroReport = PomodoroAdherence & { scope: ReportScope };

/**
 * Planned pomodoros and breaks in a range compared with the actual ones.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone or range
 */
export async function getPomodoroReport(ctx: Ctx, query: PomodoroReportQuery): Promise<PomodoroReport> {
  const scope = await reportScope(ctx, query);
  return { ...(await findPomodoroAdherence(ctx.db, scope.filter)), scope };
}
