import { type OperationResponse, operation } from '#/lib/api/operations/operation.ts';
import { approveWeek } from '#/lib/tracking/weeks/approve-week.ts';
import type { ChangedWeek } from '#/lib/tracking/weeks/change-week.ts';
import { listWeeks } from '#/lib/tracking/weeks/list-weeks.ts';
import { returnWeek } from '#/lib/tracking/weeks/return-week.ts';
import { submitWeek } from '#/lib/tracking/weeks/submit-week.ts';
import { weekJson } from '#/lib/tracking/weeks/week-json.ts';
import {
  approveWeekInput,
  type ChangeWeekJson,
  changeWeekResponse,
  listWeeksInput,
  ownWeekInput,
  returnWeekInput,
  weekListResponse,
} from '#/lib/tracking/weeks/week-schemas.ts';
import { withdrawWeek } from '#/lib/tracking/weeks/withdraw-week.ts';

const tag = 'Weeks';
const OWN_OPERATION = { tag, permission: 'timers:write', body: ownWeekInput, output: changeWeekResponse } as const;
const APPROVER_OPERATION = { tag, permission: 'weeks:approve', output: changeWeekResponse } as const;

const list = operation({
  operationId: 'listWeeks',
  method: 'get',
  path: '/weeks',
  tag,
  summary: 'List submitted, approved, and returned weeks',
  description:
    'Newest first, with the time tracked in each now and when it was submitted. Your own; everyone’s with `weeks:approve`.',
  permission: 'timers:read',
  query: listWeeksInput,
  output: weekListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { weeks, nextCursor, now } = await listWeeks(ctx, query);
    return {
      status: 200,
      body: {
        weeks: weeks.map(({ week, time }) => weekJson(week, time)),
        next_cursor: nextCursor,
        server_time: now.toISOString(),
      },
    };
  },
});

const submit = operation({
  ...OWN_OPERATION,
  operationId: 'submitWeek',
  method: 'post',
  path: '/weeks/submit',
  summary: 'Submit a week of your own',
  description:
    'Marks it as complete. From then on its time can’t be changed (409 `time_closed`) until it is withdrawn or returned; starting and stopping timers still works.',
  problems: ['week_invalid', 'week_approved'],
  handler: async (ctx, { body }) => changeTimerBody(await submitWeek(ctx, body)),
});

const withdraw = operation({
  ...OWN_OPERATION,
  operationId: 'withdrawWeek',
  method: 'post',
  path: '/weeks/withdraw',
  summary: 'Withdraw a week of your own',
  description: 'Withdraws a submitted week that is not approved yet.',
  problems: ['week_invalid', 'week_approved'],
  handler: async (ctx, { body }) => changeTimerBody(await withdrawWeek(ctx, body)),
});

const approve = operation({
  ...APPROVER_OPERATION,
  operationId: 'approveWeek',
  method: 'post',
  path: '/weeks/approve',
  summary: 'Approve a week',
  description: 'Requires the sum you have seen, so a week can’t be approved unseen.',
  body: approveWeekInput,
  problems: ['week_invalid', 'member_not_found', 'week_not_submitted', 'week_changed'],
  handler: async (ctx, { body }) => changeTimerBody(await approveWeek(ctx, body)),
});

const returnWeekOperation = operation({
  ...APPROVER_OPERATION,
  operationId: 'returnWeek',
  method: 'post',
  path: '/weeks/return',
  summary: 'Return a week to its member',
  description: 'Returns a submitted or approved week, with what needs to change. Its member can change its time again.',
  body: returnWeekInput,
  problems: ['week_invalid', 'member_not_found', 'week_not_submitted'],
  handler: async (ctx, { body }) => changeTimerBody(await returnWeek(ctx, body)),
});

function changeTimerBody({ week, time, changed, now }: ChangedWeek): OperationResponse<ChangeWeekJson> {
  return { status: 200, body: { week: weekJson(week, time), changed, server_time: now.toISOString() } };
}

export const weekOperations = [list, submit, withdraw, approve, returnWeekOperation];
