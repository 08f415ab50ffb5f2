import { z } from 'zod';
import { type AlarmChange, abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { abortAlarms } from '#/lib/alarms/alarms/abort-alarms.ts';
import { rescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { alarmJson, listedAlarmJson, serverTime } from '#/lib/alarms/alarms/alarm-json.ts';
import { abortAlarmsInput, countAlarmsQuery, listAlarmsQuery } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import {
  type AlarmListJson,
  abortAlarmsResponse,
  alarmCountsResponse,
  alarmListResponse,
  alarmResponse,
  type ChangeAlarmJson,
  changeAlarmResponse,
} from '#/lib/alarms/alarms/alarm-schemas.ts';
import { alarmIdOf, getAlarm } from '#/lib/alarms/alarms/get-alarm.ts';
import { type AlarmPage, countAlarmsByState, listAlarms } from '#/lib/alarms/alarms/list-alarms.ts';
import { rescheduleAlarm } from '#/lib/alarms/alarms/reschedule-alarm.ts';
import { attemptJson } from '#/lib/alarms/attempts/attempt-json.ts';
import { attemptListResponse } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { listAttempts } from '#/lib/alarms/attempts/list-attempts.ts';
import { redriveAlarm } from '#/lib/alarms/dead-letters/redrive-alarm.ts';
import { type OperationResponse, operation } from '#/lib/api/operations/operation.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';

const tag = 'Alarms';
const params = z.strictObject({
  id: z
    .union([z.uuid(), z.string().startsWith('external:').min(10).max(264)])
    .describe(
      'An id, or `external:` and your `external_id`, percent-encoded: the open alarm that has it, else the one that had it last.',
    ),
});
const NOT_FOUND = ['alarm_not_found'] as const;
const VERSION = ['alarm_version_mismatch'] as const;

const list = operation({
  operationId: 'listAlarms',
  method: 'get',
  path: '/alarms',
  tag,
  summary: 'List alarms by due time',
  description:
    'Open and finished ones, without headers and payload. Finished ones are kept for 30 days. With `name`, a page looks through at most 10,000 alarms of each status: it may have fewer alarms than `limit`, or none, and `next_cursor` continues from there.',
  permission: 'alarms:read',
  query: listAlarmsQuery,
  output: alarmListResponse,
  reads: ({ query }) => (query.name === undefined ? 'read' : 'search'),
  narrower: 'Choose a shorter time range with due_from and due_to, or search by external_id or by id.',
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => ({ status: 200, body: pageJson(await listAlarms(ctx, query)) }),
});

const counts = operation({
  operationId: 'countAlarms',
  method: 'get',
  path: '/alarms/counts',
  tag,
  summary: 'Count alarms by status',
  description:
    'Each is counted up to 10,001, which means: more than 10,000. With `name`, among the latest 10,000 of each status; `more` says whether there are others.',
  permission: 'alarms:read',
  query: countAlarmsQuery,
  output: alarmCountsResponse,
  reads: ({ query }) => (query.name === undefined ? 'read' : 'search'),
  narrower: 'Choose a shorter time range with due_from and due_to, or leave out name.',
  handler: async (ctx, { query }) => {
    const { counts: found, isAll, nowUs } = await countAlarmsByState(ctx, query);
    return { status: 200, body: { counts: found, more: !isAll, server_time: serverTime(nowUs) } };
  },
});

const one = operation({
  operationId: 'getAlarm',
  method: 'get',
  path: '/alarms/{id}',
  tag,
  summary: 'Get an alarm',
  description:
    'With its headers and body, which lists leave out. Credentials in headers are shown in full only to whoever created it.',
  permission: 'alarms:read',
  params,
  output: alarmResponse,
  versioned: true,
  passing: ['time_left_ms'],
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const { alarm, nowUs } = await getAlarm(ctx, await alarmIdOf(ctx, params.id));
    const body = { alarm: alarmJson(alarm, nowUs, ctx.actor), server_time: serverTime(nowUs) };
    return { status: 200, version: alarm.version, body };
  },
});

const reschedule = operation({
  operationId: 'rescheduleAlarm',
  method: 'patch',
  path: '/alarms/{id}',
  tag,
  summary: 'Reschedule an alarm',
  description:
    'Only while it is scheduled or retrying. One that is retrying gets all its attempts again. Jitter is not added again.',
  permission: 'alarms:write',
  params,
  body: rescheduleAlarmInput,
  output: changeAlarmResponse,
  versioned: true,
  problems: [
    'due_in_past',
    'due_too_far',
    'due_after_deadline',
    ...NOT_FOUND,
    'alarm_already_firing',
    'alarm_ended',
    ...VERSION,
  ],
  handler: async (ctx, { params, body, ifMatch }) =>
    changedAlarmBody(ctx, await rescheduleAlarm(ctx, { id: await alarmIdOf(ctx, params.id), ifMatch }, body)),
});

const abortMany = operation({
  operationId: 'abortAlarms',
  method: 'post',
  path: '/alarms/abort',
  tag,
  summary: 'Abort alarms by filter',
  description:
    'Aborts scheduled alarms by due time, then those that are retrying. Alarms counted in `count` will not fire; alarms that are being sent are not aborted, and are counted in `in_flight`. At least one filter is needed, or `all: true`. With `dry_run` it only counts. One event `alarm.aborted` with a `count` covers up to 1,000.',
  permission: 'alarms:write',
  body: abortAlarmsInput,
  output: abortAlarmsResponse,
  reads: ({ body }) => (body.dry_run ? (body.name === undefined ? 'read' : 'search') : null),
  searches: ({ body }) => !body.dry_run && body.name !== undefined,
  narrower: 'Choose a shorter time range with due_from and due_to, or leave out name.',
  handler: async (ctx, { body }) => {
    const { count, inFlight, isAll, nowUs } = await abortAlarms(ctx, body);
    const found = { count, in_flight: inFlight, more: !isAll };
    return { status: 200, body: { ...found, dry_run: body.dry_run, server_time: serverTime(nowUs) } };
  },
});

const abort = operation({
  operationId: 'abortAlarm',
  method: 'post',
  path: '/alarms/{id}/abort',
  tag,
  summary: 'Abort an alarm before it fires',
  description:
    '200: it will not fire. 409 `alarm_already_firing`: it is being sent; abort it again if that attempt fails. One that is already aborted returns 200 with `changed: false`.',
  permission: 'alarms:write',
  params,
  body: emptyInput,
  output: changeAlarmResponse,
  versioned: true,
  problems: [...NOT_FOUND, 'alarm_already_firing', 'alarm_ended', ...VERSION],
  handler: async (ctx, { params, ifMatch }) =>
    changedAlarmBody(ctx, await abortAlarm(ctx, { id: await alarmIdOf(ctx, params.id), ifMatch })),
});

const redrive = operation({
  operationId: 'redriveAlarm',
  method: 'post',
  path: '/alarms/{id}/redrive',
  tag,
  summary: 'Redrive an alarm',
  description:
    'A finished alarm fires again now under the same id, with as many further attempts as at first, and without its deadline; one that is waiting for a retry is attempted at once. `webhook-id` stays the same, and `timer-attempt` continues. One that is already due returns 200 with `changed: false`.',
  permission: 'alarms:write',
  params,
  body: emptyInput,
  output: changeAlarmResponse,
  versioned: true,
  problems: [...NOT_FOUND, 'alarm_already_firing', 'alarm_not_attempted', 'external_id_taken', ...VERSION],
  handler: async (ctx, { params, ifMatch }) =>
    changedAlarmBody(ctx, await redriveAlarm(ctx, { id: await alarmIdOf(ctx, params.id), ifMatch })),
});

const attempts = operation({
  operationId: 'listAttempts',
  method: 'get',
  path: '/alarms/{id}/attempts',
  tag,
  summary: 'List attempts of an alarm',
  description:
    'The latest 500, oldest first, each with its response or error; the first also with how late it was sent.',
  permission: 'alarms:read',
  params,
  output: attemptListResponse,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const { attempts, alarm, nowUs } = await listAttempts(ctx, await alarmIdOf(ctx, params.id));
    const body = {
      attempts: attempts.map((each) => attemptJson(each, alarm.dueUs)),
      server_time: serverTime(nowUs),
    };
    return { status: 200, body };
  },
});

function changedAlarmBody(ctx: Ctx, { alarm, isChanged, nowUs }: AlarmChange): OperationResponse<ChangeAlarmJson> {
  const body = { alarm: alarmJson(alarm, nowUs, ctx.actor), changed: isChanged, server_time: serverTime(nowUs) };
  return { status: 200, version: alarm.version, body };
}

/** A list of alarms as the API shows it. */
function pageJson({ alarms, nextCursor, nowUs }: AlarmPage): AlarmListJson {
  return {
    alarms: alarms.map((alarm) => listedAlarmJson(alarm, nowUs)),
    next_cursor: nextCursor,
    server_time: serverTime(nowUs),
  };
}

export const alarmOperations = [list, counts, one, reschedule, abortMany, abort, redrive, attempts];
