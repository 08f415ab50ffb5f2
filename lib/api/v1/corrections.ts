import { z } from 'zod';
import { operation } from '#/lib/api/operations/operation.ts';
import { VERSION } from '#/lib/api/v1/timer-responses.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import {
  correctedJson,
  correctionJson,
  effectJson,
  listedJson,
  teamTimersJson,
} from '#/lib/tracking/corrections/correction-json.ts';
import {
  correctionListResponse,
  correctionResponse,
  createCorrectionInput,
  foundCorrectionResponse,
  listCorrectionsInput,
  previewResponse,
  revertCorrectionInput,
} from '#/lib/tracking/corrections/correction-schemas.ts';
import { type CreatedCorrection, createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { getCorrection } from '#/lib/tracking/corrections/get-correction.ts';
import { listCorrections } from '#/lib/tracking/corrections/list-corrections.ts';
import { listTeamTimers } from '#/lib/tracking/corrections/list-team-timers.ts';
import { previewCorrection, previewRevert } from '#/lib/tracking/corrections/preview-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { listTeamTimersInput, teamTimersResponse } from '#/lib/tracking/corrections/team-timer-schemas.ts';

const tag = 'Corrections';
const params = z.strictObject({ id: z.uuid() });
const REJECTED = [
  'time_in_future',
  'timer_not_found',
  'ticket_not_found',
  'project_not_found',
  'member_not_found',
  'timer_ended',
  'timer_not_ended',
  'open_span_mismatch',
  'time_overlaps',
  'cap_reached',
  'time_closed',
  ...VERSION,
] as const;

const REVERT_ERRORS = [
  'correction_not_found',
  'member_not_found',
  'correction_reverted',
  'timers_disabled',
  'time_overlaps',
  'time_closed',
  ...VERSION,
] as const;

const preview = operation({
  operationId: 'previewCorrection',
  method: 'post',
  path: '/corrections/preview',
  tag,
  summary: 'Preview a correction',
  description:
    'Makes the correction, adds up its effect, and undoes all of it: nothing changes, and nobody is notified. Rejected for the same reasons as the correction itself, except for a missing reason, which can be written last.',
  permission: 'timers:write',
  body: createCorrectionInput,
  output: previewResponse,
  problems: REJECTED,
  handler: async (ctx, { body }) => {
    const { effect, now } = await previewCorrection(ctx, body);
    return { status: 200, body: { effect: effectJson(effect, now), server_time: now.toISOString() } };
  },
});

const make = operation({
  operationId: 'createCorrection',
  method: 'post',
  path: '/corrections',
  tag,
  summary: 'Correct recorded time',
  description:
    "Changes timers after the fact, all of them or none: their time, what they are about, whose they are, or whether they count. Your own with `timers:write`; others' with `admin:corrections` and a reason, which they can read in the history of the timer. The state before is kept, and a correction can be reverted.",
  permission: 'timers:write',
  body: createCorrectionInput,
  output: correctionResponse,
  status: 201,
  problems: REJECTED,
  handler: async (ctx, { body }) => createdResponse(await createCorrection(ctx, body)),
});

const revert = operation({
  operationId: 'revertCorrection',
  method: 'post',
  path: '/corrections/{id}/revert',
  tag,
  summary: 'Revert a correction',
  description:
    'Each of its timers becomes exactly what it was before. Returns 412 if one has changed since. A revert is a correction, too, and can be reverted itself.',
  permission: 'timers:write',
  params,
  body: revertCorrectionInput,
  output: correctionResponse,
  status: 201,
  problems: REVERT_ERRORS,
  handler: async (ctx, { params: { id }, body }) => createdResponse(await revertCorrection(ctx, id, body.reason)),
});

const previewBack = operation({
  operationId: 'previewRevertCorrection',
  method: 'post',
  path: '/corrections/{id}/revert/preview',
  tag,
  summary: 'Preview reverting a correction',
  description:
    'Works like the preview of a correction. Rejected for the same reasons as the revert itself, except for a missing reason.',
  permission: 'timers:write',
  params,
  body: emptyInput,
  output: previewResponse,
  problems: REVERT_ERRORS,
  handler: async (ctx, { params: { id } }) => {
    const { effect, now } = await previewRevert(ctx, id);
    return { status: 200, body: { effect: effectJson(effect, now), server_time: now.toISOString() } };
  },
});

const list = operation({
  operationId: 'listCorrections',
  method: 'get',
  path: '/corrections',
  tag,
  summary: 'List corrections',
  description:
    'Corrections of your own time; of a correction of several people’s time, only your part. With `timers:read_all`, everyone’s.',
  permission: 'timers:read',
  query: listCorrectionsInput,
  output: correctionListResponse,
  narrower: 'Choose a later from, or fewer with limit.',
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { corrections, nextCursor, now } = await listCorrections(ctx, query);
    const server_time = now.toISOString();
    return {
      status: 200,
      body: { corrections: corrections.map(listedJson), next_cursor: nextCursor, server_time },
    };
  },
});

const team = operation({
  operationId: 'listTeamTimers',
  method: 'get',
  path: '/team/timers',
  tag,
  summary: 'List everyone’s timers, by possible problems',
  description:
    'Filtered by member, ticket, project, tag, day, status and flag, newest first, with their owners and how those read their time. Use it to find what to correct; `flag=needs_attention` is the queue.',
  permission: 'timers:read_all',
  query: listTeamTimersInput,
  output: teamTimersResponse,
  narrower: 'Choose a day with date, or a member with user_id.',
  problems: ['cursor_invalid', 'member_not_found'],
  handler: async (ctx, { query }) => ({ status: 200, body: teamTimersJson(await listTeamTimers(ctx, query)) }),
});

const get = operation({
  operationId: 'getCorrection',
  method: 'get',
  path: '/corrections/{id}',
  tag,
  summary: 'Get a correction, with its timers before and after',
  description:
    'The timers as they were then, whatever they are now. If it concerns several people, each of them sees only their own time.',
  permission: 'timers:read',
  params,
  output: foundCorrectionResponse,
  problems: ['correction_not_found'],
  handler: async (ctx, { params: { id } }) => {
    const { correction, timers, now } = await getCorrection(ctx, id);
    return {
      status: 200,
      body: {
        correction: correctionJson(correction),
        timers: timers.map((one) => correctedJson(one, now)),
        server_time: now.toISOString(),
      },
    };
  },
});

function createdResponse({ correction, effect, now }: CreatedCorrection) {
  return {
    status: 201 as const,
    location: `/api/v1/corrections/${correction.id}`,
    body: {
      correction: correctionJson({ ...correction, revertedBy: null }),
      effect: effectJson(effect, now),
      server_time: now.toISOString(),
    },
  };
}

export const correctionOperations = [team, list, make, preview, get, revert, previewBack];
