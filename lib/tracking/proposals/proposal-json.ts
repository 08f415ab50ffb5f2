import type { Facts } from '#/lib/feed/events/event.ts';
import type { Proposal } from '#/lib/tracking/proposals/proposal.ts';
import type { ProposalFactsJson, ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson, timerJsonBefore } from '#/lib/tracking/timers/timer-json.ts';

/** A proposal with its timer as its member saw it and as it would be; `timer` is the current state. */
export function proposalJson(proposal: Proposal, timer: Timer, now: Date): ProposalJson {
  return {
    ...proposalFactsJson(proposal),
    change: proposal.change,
    before: seenJson(proposal, timer, now),
    after: timerJson({ ...timer, ...proposal.after, version: proposal.version + 1 }, now),
  };
}

/** The timer as the proposing member saw it. */
export function seenJson({ before, version }: Proposal, timer: Timer, now: Date) {
  return timerJsonBefore({ ...timer, ...before, version }, now);
}

export function proposalFactsJson(proposal: Proposal): ProposalFactsJson {
  return {
    id: proposal.id,
    user_id: proposal.userId,
    timer_id: proposal.timerId,
    version: proposal.version,
    status: proposal.status,
    reason: proposal.reason,
    created_at: proposal.createdAt.toISOString(),
    decided_at: proposal.decidedAt?.toISOString() ?? null,
    decided_by: proposal.decidedBy,
    note: proposal.note,
    correction_id: proposal.correctionId,
  };
}

/** A proposal in the feed, including the timer's title. */
export function proposalEventJson(proposal: Proposal): Facts {
  const { ticket, title, startedAt } = proposal.before;
  return { ...proposalFactsJson(proposal), ticket, title, started_at: startedAt.toISOString() };
}
