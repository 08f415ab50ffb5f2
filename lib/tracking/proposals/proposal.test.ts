import { describe, expect, test } from 'vitest';
import { MAX_PROPOSAL_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';
import {
  acceptedReason,
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalAction,
  proposalAfter,
} from '#/lib/tracking/proposals/proposal.ts';

const NOW = new Date('2026-03-17T09:00:00.123Z');
const OPEN = { id: 'p', userId: 'jonas', status: 'open', decidedAt: null, decidedBy: null, note: '' } as Proposal;
const ACTIONS: [ProposalAction, Partial<Proposal>][] = [
  [
    { kind: 'accept', by: 'maya', note: 'Agreed.', correctionId: 'c' },
    { status: 'accepted', decidedAt: NOW, decidedBy: 'maya', note: 'Agreed.', correctionId: 'c' },
  ],
  [
    { kind: 'decline', by: 'maya', note: 'See the minutes.' },
    { status: 'declined', decidedAt: NOW, decidedBy: 'maya', note: 'See the minutes.', correctionId: null },
  ],
  [
    { kind: 'withdraw', by: 'jonas' },
    { status: 'withdrawn', decidedAt: NOW, decidedBy: 'jonas', correctionId: null },
  ],
  [{ kind: 'supersede' }, { status: 'superseded', decidedAt: NOW, decidedBy: null, correctionId: null }],
];

describe.each(PROPOSAL_STATUSES)('a proposal that is %s', (status) => {
  test.each(ACTIONS)('after %o', (action, closed) => {
    const after = proposalAfter({ ...OPEN, status }, action, NOW);
    if (status === 'open') expect(after).toEqual({ ...OPEN, ...closed });
    else expect(after).toBeNull();
  });
});

test('both reasons fit into the reason of a correction', () => {
  const longest = 'x'.repeat(MAX_PROPOSAL_REASON_LENGTH);
  expect(acceptedReason(longest, longest).length).toBeLessThanOrEqual(500);
  expect(acceptedReason('Forgot to stop.', 'Agreed.')).toBe('Proposed: Forgot to stop. Accepted: Agreed.');
  expect(acceptedReason('Forgot to stop.', '')).toBe('Proposed: Forgot to stop.');
});
