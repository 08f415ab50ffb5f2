import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import { type ChangedProposal, changeProposal } from '#/lib/tracking/proposals/change-proposal.ts';

/**
 * Withdraws the actor's own undecided proposal.
 * @throws AppError 404 `proposal_not_found`, for another member's too; 409 `proposal_closed`
 */
export async function withdrawProposal(ctx: Ctx, id: string): Promise<ChangedProposal> {
  authorize(ctx, 'timers:write');
  return changeProposal(ctx, id, async (tx, { proposal }) => {
    if (proposal.userId !== tx.actor.userId) throw notFound('proposal');
    return { action: { kind: 'withdraw', by: tx.actor.userId } };
  });
}
