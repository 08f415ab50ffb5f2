import type { TxCtx } from '#/lib/context/context.ts';
import { type Proposal, proposalAfter } from '#/lib/tracking/proposals/proposal.ts';
import { closeProposal, listOpenProposals } from '#/lib/tracking/proposals/proposal-store.ts';
import { recordProposal } from '#/lib/tracking/proposals/record-proposal.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Closes proposals about a timer that is deleted or given to another member, in the same transaction: a proposal never
 * outlives its timer.
 */
export async function supersedeMootProposals(ctx: TxCtx, before: Timer, after: Timer, now: Date): Promise<void> {
  const isGone = after.status === 'discarded' && before.status !== 'discarded';
  if (isGone || after.userId !== before.userId) await supersedeProposalsOf(ctx, { timerId: after.id }, now);
}

/** Closes all undecided proposals: of a former member, or about a timer. */
export async function supersedeProposalsOf(
  ctx: TxCtx,
  of: { userId: string } | { timerId: string },
  now: Date,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const open = await listOpenProposals(ctx.tx, 'userId' in of ? { ...of, workspaceId } : of);
  for (const proposal of open) {
    const closed = proposalAfter(proposal, { kind: 'supersede' }, now) as Proposal;
    if (await closeProposal(ctx.tx, closed)) await recordProposal(ctx, proposal, closed, now);
  }
}
