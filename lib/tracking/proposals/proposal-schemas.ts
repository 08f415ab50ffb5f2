import { z } from 'zod';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { MAX_PROPOSAL_REASON_LENGTH, MIN_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';
import { correctionOut, effectOut } from '#/lib/tracking/corrections/correction-schemas.ts';
import { PROPOSAL_STATUSES } from '#/lib/tracking/proposals/proposal.ts';
import { correctedSpansInput } from '#/lib/tracking/spans/span-schemas.ts';
import {
  oneProject,
  oneTicket,
  projectFields,
  tagsInput,
  ticketFields,
  titleInput,
} from '#/lib/tracking/timers/subject-schemas.ts';
import { timerOut } from '#/lib/tracking/timers/timer-schemas.ts';

const noteInput = z.string().trim().max(MAX_PROPOSAL_REASON_LENGTH);

export const proposeCorrectionInput = z
  .strictObject({
    timer_id: z.uuid().describe('A timer of your own.'),
    version: z.int().min(1).describe('The version that you have seen. A later version returns 412.'),
    spans: correctedSpansInput.optional(),
    title: titleInput.optional(),
    tags: tagsInput.optional(),
    ...ticketFields,
    ...projectFields,
    reason: z
      .string()
      .trim()
      .min(MIN_REASON_LENGTH, `Enter a reason of at least ${MIN_REASON_LENGTH} characters.`)
      .max(MAX_PROPOSAL_REASON_LENGTH)
      .describe('Why it should be corrected. Shown to whoever decides, and in the history of the timer.'),
  })
  .refine(...oneTicket)
  .refine(...oneProject)
  .meta({
    id: 'ProposeCorrection',
    description: 'The proposed changes of one timer; what is left out stays as it is.',
  });

export const acceptProposalInput = z
  .strictObject({
    version: z.int().min(1).describe('The version of the timer whose preview you have seen.'),
    note: noteInput.default('').describe('Sent to the member and kept in the history beside their reason.'),
  })
  .meta({ id: 'AcceptProposal' });

export const declineProposalInput = z
  .strictObject({ note: noteInput.min(1, 'Enter a note, so that they know what to do next.') })
  .meta({ id: 'DeclineProposal' });

export const listProposalsInput = z.strictObject({
  user_id: z.uuid().optional().describe('Proposed by one member.'),
  timer_id: z.uuid().optional().describe('About one timer.'),
  status: z.enum(PROPOSAL_STATUSES).optional().describe('In one status only.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorInput.optional(),
});

const proposedChangeOut = z
  .object({
    spans: z.array(z.object({ started_at: instantOut, ended_at: instantOut.nullable() })).optional(),
    title: z.string().optional(),
    tags: z.array(z.string()).optional(),
    ticket: z.string().nullable().optional().describe('Key or id, as it was proposed; so are the next ones.'),
    ticket_key: z.string().nullable().optional(),
    ticket_id: z.string().nullable().optional(),
    project: z.string().nullable().optional().describe('Name or id, as it was proposed; so is the next one.'),
    project_id: z.string().nullable().optional(),
  })
  .meta({ id: 'ProposedChange', description: 'What is proposed, as a correction of the timer takes it.' });

export const proposalFactsOut = z.object({
  id: z.uuid(),
  user_id: z.uuid().describe('Who proposes it: whose timer it is.'),
  timer_id: z.uuid(),
  version: z.int().describe('The version of the timer that its member has seen.'),
  status: z
    .enum(PROPOSAL_STATUSES)
    .describe(
      '`superseded`: the timer was deleted or given to someone else, its member left or was disabled, or they proposed something else for it.',
    ),
  reason: z.string(),
  created_at: instantOut,
  decided_at: instantOut.nullable().describe('When it was closed.'),
  decided_by: z.uuid().nullable().describe('Who accepted, declined or withdrew it.'),
  note: z.string().describe('What the admin says about the decision.'),
  correction_id: z.uuid().nullable().describe('The correction that it became.'),
});

const proposalOut = proposalFactsOut
  .extend({
    change: proposedChangeOut,
    before: timerOut.describe('The timer as its member has seen it.'),
    after: timerOut.describe(
      'The timer as it would be. A new project is created on acceptance; until then its id doesn’t exist.',
    ),
  })
  .meta({ id: 'CorrectionProposal' });

export const proposalResponse = z
  .object({ proposal: proposalOut, server_time: serverTimeOut })
  .meta({ id: 'CorrectionProposalResponse' });
export const acceptedProposalResponse = z
  .object({ proposal: proposalOut, correction: correctionOut, effect: effectOut, server_time: serverTimeOut })
  .meta({ id: 'AcceptProposalResponse' });
export const proposalListResponse = z
  .object({ proposals: z.array(proposalOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'CorrectionProposalList' });

export type ProposeCorrectionInput = z.infer<typeof proposeCorrectionInput>;
export type ProposeCorrectionBody = z.input<typeof proposeCorrectionInput>;
export type AcceptProposalInput = z.infer<typeof acceptProposalInput>;
export type DeclineProposalInput = z.infer<typeof declineProposalInput>;
export type ListProposalsQuery = z.infer<typeof listProposalsInput>;
/** As stored and sent. */
export type ProposedChange = z.infer<typeof proposedChangeOut>;
export type ProposalFactsJson = z.infer<typeof proposalFactsOut>;
export type ProposalJson = z.infer<typeof proposalOut>;
export type ProposalListJson = z.infer<typeof proposalListResponse>;
