import type { TxCtx } from '#/lib/context/context.ts';
import { supersedeProposalsOf } from '#/lib/tracking/proposals/supersede-proposals.ts';
import { type StopReason, stopTimersOfMember } from '#/lib/tracking/timers/stop-timers-of-member.ts';

/**
 * Ends what a person has in progress in the actor's workspace, once they no longer work in it: their timers stop, and
 * nobody decides anymore what they proposed. Inside the caller's transaction.
 */
export async function releaseMember(ctx: TxCtx, userId: string, reason: StopReason): Promise<void> {
  const now = await stopTimersOfMember(ctx, userId, reason);
  await supersedeProposalsOf(ctx, { userId }, now);
}
