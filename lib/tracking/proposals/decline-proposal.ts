import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type ChangedProposal, changeProposal } from '#/lib/tracking/proposals/change-proposal.ts';
import { notifyOfDecision } from '#/lib/tracking/proposals/notify-of-proposal.ts';
import type { DeclineProposalInput } from '#/lib/tracking/proposals/proposal-schemas.ts';

/**
 * Declines a proposal with a note, and leaves the timer unchanged.
 * @throws AppError 404 `proposal_not_found`; 409 `proposal_closed`
 */
export async function declineProposal(ctx: Ctx, id: string, { note }: DeclineProposalInput): Promise<ChangedProposal> {
  authorize(ctx, 'admin:corrections');
  return transaction(ctx, async (tx) => {
    const declined = await changeProposal(tx, id, async () => ({
      action: { kind: 'decline', by: tx.actor.userId, note },
    }));
    await notifyOfDecision(tx, declined.proposal);
    return declined;
  });
}
