import type { TxCtx } from '#/lib/context/context.ts';
import { closedBy } from '#/lib/tracking/closing/closed-time.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Flags the result of a late offline action, or of an answer about measured time: it is never rejected, but marked for
 * review when it reaches into closed time. Live actions are not checked: a day closes only once it is over, and a week
 * that was submitted earlier shows that its sum has changed.
 */
export async function flagClosed(ctx: TxCtx, before: Timer | null, after: Timer, now: Date): Promise<Timer> {
  const changes = [{ before, after }];
  const closed = closedBy(changes, await listClosedTimes(ctx.tx, ctx.actor, changes, now));
  return closed ? { ...after, needsReview: true } : after;
}
