import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { VERSION } from '#/lib/api/v1/timer-responses.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { correctionJson, effectJson } from '#/lib/tracking/corrections/correction-json.ts';
import { acceptProposal } from '#/lib/tracking/proposals/accept-proposal.ts';
import type { ChangedProposal } from '#/lib/tracking/proposals/change-proposal.ts';
import { declineProposal } from '#/lib/tracking/proposals/decline-proposal.ts';
import { listProposals } from '#/lib/tracking/proposals/list-proposals.ts';
import { proposalJson } from '#/lib/tracking/proposals/proposal-json.ts';
import {
  acceptedProposalResponse,
  acceptProposalInput,
  declineProposalInput,
  listProposalsInput,
  proposalListResponse,
  proposalResponse,
  proposeCorrectionInput,
} from '#/lib/tracking/proposals/proposal-schemas.ts';
import { proposeCorrection } from '#/lib/tracking/proposals/propose-correction.ts';
import { withdrawProposal } from '#/lib/tracking/proposals/withdraw-proposal.ts';

const tag = 'Corrections';
const params = z.strictObject({ id: z.uuid() });

const list = operation({
  operationId: 'listProposals',
  method: 'get',
  path: '/correction-proposals',
  tag,
  summary: 'List proposed corrections',
  description:
    'Newest first. Your own; everyone’s with `timers:read_all`. `status=open` lists those waiting for a decision.',
  permission: 'timers:read',
  query: listProposalsInput,
  output: proposalListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { proposals, nextCursor, now } = await listProposals(ctx, query);
    return {
      status: 200,
      body: {
        proposals: proposals.map(({ proposal, timer }) => proposalJson(proposal, timer, now)),
        next_cursor: nextCursor,
        server_time: now.toISOString(),
      },
    };
  },
});

const propose = operation({
  operationId: 'proposeCorrection',
  method: 'post',
  path: '/correction-proposals',
  tag,
  summary: 'Propose a correction of your own closed time',
  description:
    'For time that is closed in the workspace or in an approved week, which you can’t change yourself. Admins are notified and decide. A later proposal for the same timer replaces the one before it.',
  permission: 'timers:write',
  body: proposeCorrectionInput,
  output: proposalResponse,
  status: 201,
  problems: [
    'time_in_future',
    'proposal_changes_nothing',
    'timer_not_found',
    'ticket_not_found',
    'project_not_found',
    'time_not_closed',
    'timer_ended',
    'timer_not_ended',
    'open_span_mismatch',
    'time_overlaps',
    ...VERSION,
  ],
  handler: async (ctx, { body }) => ({ status: 201, body: bodyOf(await proposeCorrection(ctx, body)) }),
});

const withdraw = operation({
  operationId: 'withdrawProposal',
  method: 'post',
  path: '/correction-proposals/{id}/withdraw',
  tag,
  summary: 'Withdraw your proposal',
  description: 'Before it is decided.',
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: proposalResponse,
  problems: ['proposal_not_found', 'proposal_closed'],
  handler: async (ctx, { params: { id } }) => ({ status: 200, body: bodyOf(await withdrawProposal(ctx, id)) }),
});

const accept = operation({
  operationId: 'acceptProposal',
  method: 'post',
  path: '/correction-proposals/{id}/accept',
  tag,
  summary: 'Accept a proposed correction',
  description:
    'Makes the correction in the `version` of the timer that you have seen; preview it first with `POST /corrections/preview`. Its history shows both reasons. If the timer has changed since, it returns 412 with the timer as it is now (`current`) and as its member saw it (`seen`). If it names a new project, that is created, which also needs `projects:write`.',
  permission: 'admin:corrections',
  params,
  body: acceptProposalInput,
  output: acceptedProposalResponse,
  problems: ['proposal_not_found', 'proposal_closed', 'open_span_mismatch', 'time_overlaps', ...VERSION],
  handler: async (ctx, { params: { id }, body }) => {
    const { made, ...changed } = await acceptProposal(ctx, id, body);
    return {
      status: 200,
      body: {
        ...bodyOf(changed),
        correction: correctionJson({ ...made.correction, revertedBy: null }),
        effect: effectJson(made.effect, made.now),
      },
    };
  },
});

const decline = operation({
  operationId: 'declineProposal',
  method: 'post',
  path: '/correction-proposals/{id}/decline',
  tag,
  summary: 'Decline a proposed correction',
  description: 'Sends the note to the member. The timer is unchanged.',
  permission: 'admin:corrections',
  params,
  body: declineProposalInput,
  output: proposalResponse,
  problems: ['proposal_not_found', 'proposal_closed'],
  handler: async (ctx, { params: { id }, body }) => ({
    status: 200,
    body: bodyOf(await declineProposal(ctx, id, body)),
  }),
});

function bodyOf({ proposal, timer, now }: ChangedProposal) {
  return { proposal: proposalJson(proposal, timer, now), server_time: now.toISOString() };
}

export const proposalOperations = [list, propose, withdraw, accept, decline];
