import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { findRefreshedAt } from '#/lib/analytics/reports/refresh-query.ts';
import type { Chosen, ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { findReportRange, type ReportRange } from '#/lib/analytics/reports/report-range-query.ts';
import type { DailyTotalsQuery } from '#/lib/analytics/reports/report-schemas.ts';
import { NONE } from '#/lib/tracking/timers/subject-schemas.ts';

type Asked = Omit<DailyTotalsQuery, 'group_by'>;

/** What a report is about and how its caller reads it. */
export type ReportScope = ReportRange & {
  filter: ReportFilter;
  of: 'everyone' | 'you';
  refreshedAt: Date | null;
  now: Date;
};

/**
 * Everyone's time for those who may read it, else one's own.
 * @throws AppError 403 for somebody else's without `timers:read_all`; 400 for a bad zone or range
 */
export async function reportScope(ctx: Ctx, asked: Asked): Promise<ReportScope> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId, scopes } = ctx.actor;
  if (asked.user_id?.some((id) => id !== userId)) authorize(ctx, 'timers:read_all');
  const readsAll = scopes.has('timers:read_all');
  const range = await findReportRange(ctx.db, userId, asked);
  const now = await ctx.clock.now(ctx.db);
  const filter: ReportFilter = {
    workspaceId,
    userIds: asked.user_id ?? (readsAll ? null : [userId]),
    projects: chosen(asked.project_id),
    tickets: chosen(asked.ticket),
    tags: asked.tag ?? null,
    types: asked.type ?? null,
    period: range.period,
    now,
  };
  return { ...range, filter, of: readsAll ? 'everyone' : 'you', refreshedAt: await findRefreshedAt(ctx.db), now };
}

function chosen(values: string[] | undefined): Chosen | null {
  return values ? { names: values.filter((value) => value !== NONE), none: values.includes(NONE) } : null;
}
