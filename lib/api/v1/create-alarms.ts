import { shownStatus } from '#/lib/alarms/alarms/alarm.ts';
import { createAlarmInput, createAlarmsInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { alarmJson, serverTime, timeLeftMs } from '#/lib/alarms/alarms/alarm-json.ts';
import { alarmResponse, createAlarmsResponse } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import type { AcceptedAlarm } from '#/lib/alarms/alarms/open-alarm-outcome.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { type BatchItem, createAlarms, within } from '#/lib/alarms/registration/create-alarms.ts';
import { operation } from '#/lib/api/operations/operation.ts';
import { inputInvalid, problemMembers } from '#/lib/api/responses/problem.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { formatMicros, type Micros, MS_US } from '#/lib/core/micros.ts';

const LARGEST_BATCH = 8 * 1024 * 1024;

const create = operation({
  operationId: 'createAlarm',
  method: 'post',
  path: '/alarms',
  tag: 'Alarms',
  summary: 'Create an alarm',
  description:
    'Calls the URL at the due time, never before, and retries on failure until the response is 2xx. Set the due time in one of several ways: `fire_at`, `delay`, `delay_ms`, `hours`/`minutes`/`seconds`, or `start_date` with `expiration_interval_ms`. While an alarm with the same `external_id` is open, the response to the same content is 200 with it, to other content 409 with it as `current`, or changes it with `on_conflict: "replace"`.',
  permission: 'alarms:write',
  body: createAlarmInput,
  verbatim: ['payload'],
  output: alarmResponse,
  status: 201,
  otherwise: {
    status: 200,
    when: 'An open alarm has this external_id already; this is it, replaced where you asked for that.',
  },
  versioned: true,
  problems: ['due_in_past', 'due_too_far', 'external_id_taken', 'alarm_already_firing'],
  handler: async (ctx, { body }) => {
    const { alarm, isNew, nowUs } = await createAlarm(ctx, body);
    return {
      status: isNew ? 201 : 200,
      version: alarm.version,
      location: `/api/v1/alarms/${alarm.id}`,
      dueAt: dueDate(alarm.dueUs),
      body: { alarm: alarmJson(alarm, nowUs, ctx.actor), server_time: serverTime(nowUs) },
    };
  },
});

const createMany = operation({
  operationId: 'createAlarms',
  method: 'post',
  path: '/alarms/batch',
  tag: 'Alarms',
  summary: 'Create up to 1,000 alarms',
  description:
    '`results` has one entry for each, in the order given: the alarm, or the error with it. With `atomic` all are created or none.',
  permission: 'alarms:write',
  body: createAlarmsInput,
  largestBody: LARGEST_BATCH,
  verbatim: ['alarms/*/payload'],
  output: createAlarmsResponse,
  problems: ['batch_rejected'],
  handler: async (ctx, { body }) => {
    const outcomes = await createAlarms(ctx, body.alarms.map(readItem), body.atomic);
    const result = outcomes.find((one): one is AcceptedAlarm => !isAppError(one));
    const results = outcomes.map((one) =>
      isAppError(one) ? { error: { ...one.extra, ...problemMembers(one) } } : createdJson(one),
    );
    const lastDueUs = outcomes.reduce((last, one) => (isAppError(one) ? last : Math.max(last, one.alarm.dueUs)), 0);
    const server_time = serverTime(result?.nowUs ?? (await nowUs(ctx)));
    return { status: 200, dueAt: dueDate(lastDueUs), body: { results, server_time } };
  },
});

/** Rounded up to the millisecond. */
function dueDate(dueUs: Micros): Date {
  return new Date(Math.ceil(dueUs / MS_US));
}

function readItem(item: unknown, index: number): BatchItem {
  const parsed = createAlarmInput.safeParse(item);
  return parsed.success ? parsed.data : within(inputInvalid(parsed.error, ''), `/alarms/${index}`);
}

function createdJson({ alarm, isNew, nowUs }: AcceptedAlarm) {
  const shown = {
    id: alarm.id,
    status: shownStatus(alarm),
    due_at: formatMicros(alarm.dueUs),
    time_left_ms: timeLeftMs(alarm, nowUs),
    version: alarm.version,
    external_id: alarm.externalId,
  };
  return { alarm: shown, created: isNew };
}

export const createAlarmOperations = [create, createMany];
