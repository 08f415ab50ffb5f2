import type { TxCtx } from '#/lib/context/context.ts';
import { supersedeProposalsOf } from '#/lib/tracking/proposals/supersede-proposals.ts';
import { type StopReason, stopTimersOfMember } from '#/lib/tracking/timers/stop-timers-of-member.ts';

/**
 * Ends what a person has in progress in the actor's workspace, once they no longer work in it: stops their timers and
 * closes their proposals. Inside the caller's transaction.
 */
export async function releaseMember(ctx: TxCtx, userId: string, reason: StopReason): Promise<void> {
  const now = await stopTimersOfMember(ctx, userId, reason);
  await supersedeProposalsOf(ctx, { userId }, now);
}
