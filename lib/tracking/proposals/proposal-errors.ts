import { AppError } from '#/lib/core/errors.ts';
import { longDate } from '#/lib/core/long-date.ts';
import type { Closure } from '#/lib/tracking/closing/closed-time.ts';
import type { Proposal, ProposalStatus } from '#/lib/tracking/proposals/proposal.ts';
import { proposalFactsJson, seenJson } from '#/lib/tracking/proposals/proposal-json.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { versionMismatch } from '#/lib/tracking/timers/timer-errors.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

const CLOSED: Record<Exclude<ProposalStatus, 'open'>, string> = {
  accepted: 'This proposal has already been accepted.',
  declined: 'This proposal has already been declined.',
  withdrawn: 'The member has withdrawn this proposal.',
  superseded: 'This proposal no longer applies: its timer, its member, or what they propose has changed.',
};

/** 409 with the decided proposal. */
export function proposalClosed(proposal: Proposal): AppError {
  const status = proposal.status === 'open' ? 'superseded' : proposal.status;
  return new AppError('proposal_closed', {
    detail: CLOSED[status],
    extra: { current: proposalFactsJson(proposal) },
  });
}

/** 412 with both versions: the current timer, and the one the member saw. */
export function proposalOutdated(proposal: Proposal, timer: Timer, now: Date): AppError {
  const { code, detail, extra, headers } = versionMismatch(timer, now);
  return new AppError(code, { detail, headers, extra: { ...extra, seen: seenJson(proposal, timer, now) } });
}

/** 409: the member can change it themselves. */
export function timeNotClosed(why: 'open' | 'admin' | NonNullable<Closure['week']>): AppError {
  return new AppError('time_not_closed', { detail: formatNotClosed(why) });
}

function formatNotClosed(why: Parameters<typeof timeNotClosed>[0]): string {
  if (why === 'open') return 'This time is not closed. You can change it yourself.';
  if (why === 'admin') return 'You can correct this time yourself, under Corrections.';
  return `The week of ${longDate(why.startsOn)} is submitted but not approved. Withdraw it and change its time yourself.`;
}

/** 409: time that is still being tracked can't be proposed. */
export function timerNotEnded(timer: Timer, now: Date): AppError {
  return new AppError('timer_not_ended', {
    detail: `This timer is ${timer.status}. Stop it before you propose a correction.`,
    extra: { current: timerJson(timer, now) },
  });
}

/** 400: the timer already matches the proposal. */
export function proposesNothing(): AppError {
  return new AppError('proposal_changes_nothing');
}
