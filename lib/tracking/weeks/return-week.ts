import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { type ChangedWeek, changeWeek } from '#/lib/tracking/weeks/change-week.ts';
import type { ReturnWeekInput } from '#/lib/tracking/weeks/week-schemas.ts';

/**
 * Returns a submitted or approved week to its member, who can change its time again, with a note on what to change.
 * @throws AppError 400 `week_invalid`; 404 `member_not_found`; 409 `week_not_submitted`
 */
export async function returnWeek(ctx: Ctx, input: ReturnWeekInput): Promise<ChangedWeek> {
  authorize(ctx, 'weeks:approve');
  const { user_id: userId, starts_on: startsOn, comment } = input;
  return changeWeek(ctx, { userId, startsOn }, () => ({ kind: 'return', by: ctx.actor.userId, comment }));
}
