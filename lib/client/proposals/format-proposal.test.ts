import { expect, it } from 'vitest';
import { formatProposal } from '#/lib/client/proposals/format-proposal.ts';
import { proposalBody } from '#/lib/client/proposals/proposal-body.ts';
import type { ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const HOUR_MS = 3_600_000;
const nbsp = (text: string) => text.replaceAll(/(\d) (h)/g, '$1\u00a0$2');
const formatted = (change: Partial<ProposalJson>) =>
  formatProposal(
    {
      status: 'open',
      note: '',
      decided_by: 'maya',
      before: { elapsed_ms: 2 * HOUR_MS },
      after: { elapsed_ms: HOUR_MS },
      ...change,
    } as ProposalJson,
    (userId) => (userId === 'maya' ? 'Maya Lindqvist' : 'Former member'),
  );

it.each<[Partial<ProposalJson>, string]>([
  [{}, nbsp('Correction proposed, 2 h to 1 h. Waiting for an admin.')],
  [{ after: { elapsed_ms: 2 * HOUR_MS } as TimerJson }, 'Correction proposed. Waiting for an admin.'],
  [{ status: 'accepted' }, 'Your proposed correction was accepted by Maya Lindqvist.'],
  [{ status: 'accepted', note: 'Agreed.' }, 'Your proposed correction was accepted by Maya Lindqvist: Agreed.'],
  [
    { status: 'declined', note: 'See the minutes.' },
    nbsp('Your proposed correction, 2 h to 1 h was declined by Maya Lindqvist: See the minutes.'),
  ],
  [{ status: 'withdrawn' }, 'You withdrew your proposed correction.'],
  [{ status: 'superseded' }, 'Your proposed correction no longer applies.'],
])('a member reads the result of %o', (change, words) => {
  expect(formatted(change)).toBe(words);
});

it('sends only the differences from a timer', () => {
  const spans = [{ started_at: '2026-03-09T09:00:00.000Z', ended_at: '2026-03-09T10:00:00.000Z' }];
  const timer = { id: 't', version: 3, spans } as TimerJson;
  const same = [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T10:00:00Z' }];
  expect(proposalBody(timer, { subject: { title: 'Lease' }, spans: same, reason: ' Wrong words. ' })).toEqual({
    timer_id: 't',
    version: 3,
    title: 'Lease',
    reason: 'Wrong words.',
  });
  const shorter = [{ started_at: '2026-03-09T09:00:00Z', ended_at: '2026-03-09T09:30:00Z' }];
  expect(proposalBody(timer, { subject: { ticket: null }, spans: shorter, reason: 'Shorter.' })).toMatchObject({
    spans: shorter,
    ticket_id: null,
  });
});
