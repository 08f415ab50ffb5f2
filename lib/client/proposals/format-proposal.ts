import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';

/** The result of a proposed correction, as its member reads it. */
export function formatProposal(proposal: ProposalJson, nameOf: (userId: string | null) => string): string {
  const { status, note, decided_by } = proposal;
  const change = lengthChange(proposal);
  const by = nameOf(decided_by);
  const reason = note && `: ${note}`;
  switch (status) {
    case 'open':
      return `Correction proposed${change}. Waiting for an admin.`;
    case 'accepted':
      return `Your proposed correction was accepted by ${by}${reason || '.'}`;
    case 'declined':
      return `Your proposed correction${change} was declined by ${by}${reason || '.'}`;
    case 'withdrawn':
      return 'You withdrew your proposed correction.';
    default:
      return 'Your proposed correction no longer applies.';
  }
}

/** `, 2 h to 1 h`; empty when the length did not change. */
function lengthChange({ before, after }: ProposalJson): string {
  const [was, is] = [before.elapsed_ms, after.elapsed_ms];
  return was === is ? '' : `, ${formatDuration(was)} to ${formatDuration(is)}`;
}
