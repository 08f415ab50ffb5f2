import { findRefreshedAt } from '#/lib/analytics/daily-totals/refresh-query.ts';
import type { Chosen, ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import type { DailyTotalsQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { findReportRange, type ReportRange } from '#/lib/analytics/reports/report-range-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { NONE } from '#/lib/tracking/timers/subject-schemas.ts';

type ScopeInput = Omit<DailyTotalsQuery, 'group_by'>;

/** What a report covers, and how its caller reads it. */
export type ReportScope = ReportRange & {
  filter: ReportFilter;
  of: 'everyone' | 'you';
  refreshedAt: Date | null;
  now: Date;
};

/**
 * Everyone's time for callers who may read it, else only their own.
 * @throws AppError 403 for another member's without `timers:read_all`; 400 for a bad zone or range
 */
export async function reportScope(ctx: Ctx, requested: ScopeInput): Promise<ReportScope> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId, scopes } = ctx.actor;
  if (requested.user_id?.some((id) => id !== userId)) authorize(ctx, 'timers:read_all');
  const readsAll = scopes.has('timers:read_all');
  const range = await findReportRange(ctx.db, userId, requested);
  const now = await ctx.clock.now(ctx.db);
  const filter: ReportFilter = {
    workspaceId,
    userIds: requested.user_id ?? (readsAll ? null : [userId]),
    projects: chosen(requested.project_id),
    tickets: chosen(requested.ticket),
    tags: requested.tag ?? null,
    types: requested.type ?? null,
    period: range.period,
    now,
  };
  return { ...range, filter, of: readsAll ? 'everyone' : 'you', refreshedAt: await findRefreshedAt(ctx.db), now };
}

function chosen(values: string[] | undefined): Chosen | null {
  return values ? { names: values.filter((value) => value !== NONE), none: values.includes(NONE) } : null;
}
