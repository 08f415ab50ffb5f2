import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { type ChangedWeek, changeWeek } from '#/lib/tracking/weeks/change-week.ts';
import type { OwnWeekInput } from '#/lib/tracking/weeks/week-schemas.ts';

/**
 * Submits one of the actor's own weeks as complete. From then on they can't edit its time; timers they start and stop
 * still count.
 * @throws AppError 400 `week_invalid`; 409 `week_approved`
 */
export async function submitWeek(ctx: Ctx, { starts_on: startsOn }: OwnWeekInput): Promise<ChangedWeek> {
  authorize(ctx, 'timers:write');
  return changeWeek(ctx, { userId: ctx.actor.userId, startsOn }, (_week, { totalMs }) => ({ kind: 'submit', totalMs }));
}
