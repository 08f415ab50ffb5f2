import type { TxCtx } from '#/lib/context/context.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Proposal, ProposalStatus } from '#/lib/tracking/proposals/proposal.ts';
import { proposalEventJson } from '#/lib/tracking/proposals/proposal-json.ts';

const EVENT_OF: Record<ProposalStatus, EventType> = {
  open: 'correction.proposed',
  accepted: 'correction.proposal_accepted',
  declined: 'correction.proposal_declined',
  withdrawn: 'correction.proposal_withdrawn',
  superseded: 'correction.proposal_superseded',
};

/** Adds a proposal's change to the feed, as an event of its member. */
export async function recordProposal(ctx: TxCtx, before: Proposal | null, after: Proposal, now: Date): Promise<void> {
  const data = { before: before && proposalEventJson(before), after: proposalEventJson(after) };
  const { id: subjectId, userId, status } = after;
  await recordEvent(ctx, { type: EVENT_OF[status], subjectId, userId, data }, now);
}
