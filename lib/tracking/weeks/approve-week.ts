import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { AppError } from '#/lib/core/errors.ts';
import { type ChangedWeek, changeWeek } from '#/lib/tracking/weeks/change-week.ts';
import type { ApproveWeekInput } from '#/lib/tracking/weeks/week-schemas.ts';
import type { WeekTime } from '#/lib/tracking/weeks/week-time-query.ts';

/**
 * Approves a submitted week, with the sum that the actor has seen.
 * @throws AppError 400 `week_invalid`; 404 `member_not_found`; 409 `week_not_submitted`; 409 `week_changed` with the
 * current sum
 */
export async function approveWeek(ctx: Ctx, input: ApproveWeekInput): Promise<ChangedWeek> {
  authorize(ctx, 'weeks:approve');
  const { user_id: userId, starts_on: startsOn } = input;
  return changeWeek(ctx, { userId, startsOn }, (week, time) => {
    if (week.status === 'submitted' && time.totalMs !== input.total_ms) throw weekChanged(time);
    return { kind: 'approve', by: ctx.actor.userId, totalMs: time.totalMs };
  });
}

function weekChanged({ totalMs, isGrowing }: WeekTime): AppError {
  const detail = isGrowing
    ? 'A timer is still running in this week. Approve the week once it has stopped.'
    : 'The time in this week has changed since you looked at it. Check it again.';
  return new AppError('week_changed', { detail, extra: { total_ms: totalMs } });
}
