import { requireMember } from '#/lib/accounts/memberships/require-member.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { findStreakMember, type StreakMember } from '#/lib/analytics/streaks/streak-days-query.ts';
import { findStreaks, type Streaks } from '#/lib/analytics/streaks/streak-query.ts';
import type { StreakQuery } from '#/lib/analytics/streaks/streak-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';

/** The maximum of days in any report. */
const DAYS_BACK = 400;
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

export type Streak = Streaks & { userId: string; member: StreakMember; workingDays: number[]; now: Date };

/**
 * For how many days in a row a member has tracked time, and how much today and this week.
 * @throws AppError 403 for another member's without `timers:read_all`; 404 for an unknown member
 */
export async function getStreak(ctx: Ctx, query: StreakQuery): Promise<Streak> {
  authorize(ctx, 'timers:read');
  const { workspaceId } = ctx.actor;
  const userId = query.user_id ?? ctx.actor.userId;
  if (userId !== ctx.actor.userId) authorize(ctx, 'timers:read_all');
  await requireMember(ctx.db, workspaceId, userId);
  const now = await ctx.clock.now(ctx.db);
  const member = await findStreakMember(ctx.db, userId, { now, daysBack: DAYS_BACK - 1 });
  const filter: ReportFilter = {
    workspaceId,
    userIds: [userId],
    projects: null,
    tickets: null,
    tags: null,
    types: null,
    period: { kind: 'days', from: member.since, to: member.today },
    now,
  };
  const workingDays = member.workingHours?.days ?? MONDAY_TO_FRIDAY;
  return { ...(await findStreaks(ctx.db, filter, { ...member, workingDays })), userId, member, workingDays, now };
}
