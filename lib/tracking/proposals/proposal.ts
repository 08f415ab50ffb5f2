import type { TimerFacts } from '#/lib/tracking/corrections/correction.ts';
import type { ProposedChange } from '#/lib/tracking/proposals/proposal-schemas.ts';

/** `superseded`: its timer is gone, or its member proposed another change of the same timer. */
export const PROPOSAL_STATUSES = ['open', 'accepted', 'declined', 'withdrawn', 'superseded'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** A correction that a member proposes for their own locked time, until an admin has decided. */
export type Proposal = {
  id: string;
  workspaceId: string;
  /** The proposer, who owns the timer. */
  userId: string;
  timerId: string;
  /** The version of the timer that its member saw. */
  version: number;
  /** The proposed change, as input for a correction of this timer. */
  change: ProposedChange;
  /** The timer as its member saw it, and as it would be. */
  before: TimerFacts;
  after: TimerFacts;
  reason: string;
  status: ProposalStatus;
  createdAt: Date;
  /** When it was closed, for whatever reason. */
  decidedAt: Date | null;
  /** Who accepted, declined or withdrew it. */
  decidedBy: string | null;
  /** The admin's note on the decision. */
  note: string;
  /** The correction it became. */
  correctionId: string | null;
};

export type ProposalAction =
  | { kind: 'accept'; by: string; note: string; correctionId: string }
  | { kind: 'decline'; by: string; note: string }
  | { kind: 'withdraw'; by: string }
  | { kind: 'supersede' };

const STATUS_AFTER: Record<ProposalAction['kind'], ProposalStatus> = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  supersede: 'superseded',
};

/** The proposal after an action; null when it is already closed: it is decided only once. */
export function proposalAfter(proposal: Proposal, action: ProposalAction, now: Date): Proposal | null {
  if (proposal.status !== 'open') return null;
  return {
    ...proposal,
    status: STATUS_AFTER[action.kind],
    decidedAt: now,
    decidedBy: 'by' in action ? action.by : null,
    note: 'note' in action ? action.note : '',
    correctionId: action.kind === 'accept' ? action.correctionId : null,
  };
}

/** The reason of the correction that a proposal becomes: both reasons, as its history shows them. */
export function acceptedReason(reason: string, note: string): string {
  return note ? `Proposed: ${reason} Accepted: ${note}` : `Proposed: ${reason}`;
}
