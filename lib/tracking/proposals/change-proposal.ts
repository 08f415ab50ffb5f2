import { lockMemberForShare } from '#/lib/accounts/memberships/lock-memberships.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { type Proposal, type ProposalAction, proposalAfter } from '#/lib/tracking/proposals/proposal.ts';
import { proposalClosed } from '#/lib/tracking/proposals/proposal-errors.ts';
import { closeProposal, findProposal } from '#/lib/tracking/proposals/proposal-store.ts';
import { recordProposal } from '#/lib/tracking/proposals/record-proposal.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';

/** The timer as it was before. */
export type ChangedProposal = { proposal: Proposal; timer: Timer; now: Date };
/** The input of each step: `isMember` unless they left, were removed or disabled. */
export type LockedProposal = ChangedProposal & { isMember: boolean };

/**
 * Wraps every verb on a proposal: locks the proposer's workspace and membership for share, then the person, as
 * everything that changes their time does; so of two concurrent decisions the later one sees the first.
 * @throws AppError 404 `proposal_not_found`; 409 `proposal_closed` with the decision
 */
export async function changeProposal<R extends { action: ProposalAction }>(
  ctx: Ctx,
  id: string,
  decide: (ctx: TxCtx, locked: LockedProposal) => Promise<R>,
): Promise<ChangedProposal & R> {
  return transaction(ctx, async (tx) => {
    const { workspaceId } = tx.actor;
    const found = await findProposal(tx.tx, workspaceId, id);
    if (!found) throw notFound('proposal');
    const isMember = await lockMemberForShare(tx, found.userId);
    const now = await lockClock(tx, found.userId);
    const proposal = (await findProposal(tx.tx, workspaceId, id)) ?? found;
    const timer = (await findTimer(tx.tx, workspaceId, found.timerId)) as Timer;
    const decided = await decide(tx, { proposal, timer, isMember, now });
    const after = proposalAfter(proposal, decided.action, now);
    if (!after || !(await closeProposal(tx.tx, after))) throw proposalClosed(proposal);
    await recordProposal(tx, proposal, after, now);
    return { ...decided, proposal: after, timer, now };
  });
}
