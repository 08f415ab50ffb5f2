import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { type CreatedCorrection, createdOf } from '#/lib/tracking/corrections/create-correction.ts';
import { type ChangedProposal, changeProposal, type LockedProposal } from '#/lib/tracking/proposals/change-proposal.ts';
import { notifyOfDecision } from '#/lib/tracking/proposals/notify-of-proposal.ts';
import { acceptedReason } from '#/lib/tracking/proposals/proposal.ts';
import { proposalClosed, proposalOutdated } from '#/lib/tracking/proposals/proposal-errors.ts';
import type { AcceptProposalInput } from '#/lib/tracking/proposals/proposal-schemas.ts';

export type AcceptedProposal = ChangedProposal & { made: CreatedCorrection };

/**
 * Makes the correction that a member proposed, for the version of the timer whose preview the actor has seen.
 * @throws AppError 404 `proposal_not_found`; 409 `proposal_closed`, also when the timer is no longer its member's, or
 * they are no longer a member; 412 with the current timer and the one its member saw; else as `createCorrection`
 */
export async function acceptProposal(ctx: Ctx, id: string, input: AcceptProposalInput): Promise<AcceptedProposal> {
  authorize(ctx, 'admin:corrections');
  return transaction(ctx, async (tx) => {
    const accepted = await changeProposal(tx, id, async (tx, locked) => {
      checkSubject(locked, input.version);
      const created = await correctionOf(tx, locked, input);
      const { id: correctionId } = created.correction;
      return { made: created, action: { kind: 'accept', by: tx.actor.userId, note: input.note, correctionId } };
    });
    await notifyOfDecision(tx, accepted.proposal);
    return accepted;
  });
}

/** Whatever ends a proposal closes it in its own transaction; this check covers anything missed there. */
function checkSubject({ proposal, timer, isMember, now }: LockedProposal, version: number): void {
  const isTheirs = isMember && timer.userId === proposal.userId && timer.status !== 'discarded';
  if (proposal.status !== 'open' || !isTheirs) throw proposalClosed(proposal);
  if (timer.version !== version) throw proposalOutdated(proposal, timer, now);
}

function correctionOf(ctx: TxCtx, { proposal, timer }: LockedProposal, input: AcceptProposalInput) {
  const correction = { ...proposal.change, timer_id: timer.id, version: input.version };
  const reason = acceptedReason(proposal.reason, input.note);
  // The owner of the time is notified of the decision instead.
  return createdOf(ctx, createCorrectionInput.parse({ timers: [correction], reason }), { notifiesOwners: false });
}
