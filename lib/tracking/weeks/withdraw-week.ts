import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { type ChangedWeek, changeWeek } from '#/lib/tracking/weeks/change-week.ts';
import type { OwnWeekInput } from '#/lib/tracking/weeks/week-schemas.ts';

/**
 * Withdraws one of the actor's own weeks that has not been approved yet, so that they can change its time.
 * @throws AppError 400 `week_invalid`; 409 `week_approved`
 */
export async function withdrawWeek(ctx: Ctx, { starts_on: startsOn }: OwnWeekInput): Promise<ChangedWeek> {
  authorize(ctx, 'timers:write');
  return changeWeek(ctx, { userId: ctx.actor.userId, startsOn }, () => ({ kind: 'withdraw' }));
}
