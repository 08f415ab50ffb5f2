import type { TxCtx } from '#/lib/accounts/context.ts';
import { closedBy } from '#/lib/tracking/closing/closed-time.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * What a press that came late, or an answer about time that was measured, makes of the actor's timer: never refused, but
 * marked for review where it reaches into closed time. What is pressed live is not asked about: a day is closed
 * once it is over, and of a week that was submitted before it shows that its sum has changed.
 */
export async function flagClosed(ctx: TxCtx, before: Timer | null, after: Timer, now: Date): Promise<Timer> {
  const changes = [{ before, after }];
  const closed = closedBy(changes, await listClosedTimes(ctx.tx, ctx.actor, changes, now));
  return closed ? { ...after, needsReview: true } : after;
}
