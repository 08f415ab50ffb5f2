import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { type ChangedWeek, changeWeek } from '#/lib/tracking/weeks/change-week.ts';
import type { OwnWeekInput } from '#/lib/tracking/weeks/week-schemas.ts';

/**
 * Says that a week of the actor's own is complete. From then on they change nothing of its time afterwards; what they
 * start and stop counts as ever.
 * @throws AppError 400 `week_invalid`; 409 `week_approved`
 */
export async function submitWeek(ctx: Ctx, { starts_on: startsOn }: OwnWeekInput): Promise<ChangedWeek> {
  authorize(ctx, 'timers:write');
  return changeWeek(ctx, { userId: ctx.actor.userId, startsOn }, (_week, { totalMs }) => ({ kind: 'submit', totalMs }));
}
