import type { TxCtx } from '#/lib/context/context.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { listOpenTimersOfMember } from '#/lib/tracking/timers/timer-store.ts';

/** Why a timer changed without its owner's action; recorded in the event. */
export type StopReason = 'member_disabled' | 'member_removed' | 'member_left';

/**
 * Stops a person's running and paused timers in the actor's workspace, inside the caller's transaction, and flags them
 * for review, since their owner did not end them. Returns the instant.
 */
export async function stopTimersOfMember(ctx: TxCtx, userId: string, reason: StopReason): Promise<Date> {
  const now = await lockClock(ctx, userId);
  for (const stored of await listOpenTimersOfMember(ctx.tx, ctx.actor.workspaceId, userId)) {
    const timer = await settleTimer(ctx, stored, now);
    await applyAction(ctx, timer, { kind: 'stop', reason: 'stopped', needsReview: true }, now, { reason });
  }
  return now;
}
