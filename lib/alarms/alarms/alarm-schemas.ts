import { z } from 'zod';
import { WEBHOOK_FORMATS } from '#/lib/alarms/alarms/alarm.ts';
import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';
import { retryOut } from '#/lib/alarms/alarms/retry-schemas.ts';
import { microsOut } from '#/lib/alarms/alarms/time-schemas.ts';
import { attemptOut } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';

/** `retrying`: scheduled again after an attempt. */
export const alarmStatus = z.enum(['scheduled', 'retrying', 'firing', 'delivered', 'dead', 'aborted']);
export const misfire = z.enum(['fire', 'skip', 'dead_letter']);
export const outputMode = z.enum(['webhook', 'event']);
export const webhookFormat = z.enum(WEBHOOK_FORMATS);
export const endReason = z.enum(['delivered', 'exhausted', 'gone', 'deadline_passed', 'aborted', 'skipped']);

export const alarmOut = withReadOnly(
  z.object({
    id: z.uuid(),
    status: alarmStatus.describe('scheduled: no attempts yet; retrying: scheduled again after an attempt.'),
    due_at: microsOut.describe('The instant it was created for, including jitter. Retries don’t change it.'),
    time_left_ms: z.int().min(0).describe('Milliseconds until it is due, rounded up; 0 once due or finished.'),
    next_attempt_at: microsOut
      .nullable()
      .describe(
        'Of the next attempt; null while firing, once finished, and while a paused or limited receiver holds it back (`GET /receivers`).',
      ),
    deadline: microsOut.nullable(),
    created_at: microsOut,
    finished_at: microsOut.nullable(),
    sent_at: microsOut.nullable().describe('First byte of the last attempt of a finished alarm.'),
    lateness_ms: z.number().nullable().describe('sent_at minus due_at, for delivered ones.'),
    version: z.int().min(1),
    attempts: z.int().min(0).describe('Attempts that have begun.'),
    max_attempts: z.int().min(1),
    end_reason: endReason.nullable(),
    name: z.string().nullable(),
    external_id: z.string().nullable(),
    applicant_service: z.string().nullable(),
    output_mode: outputMode,
    url: z.string().nullable().describe('The URL that is called; null if it publishes.'),
    broker_id: z
      .uuid()
      .nullable()
      .describe('The message broker that it publishes to, which may have been deleted since.'),
    target: z.string().nullable().describe('Stream, queue or subject of that broker.'),
    method: z.string(),
    headers: z
      .record(z.string(), z.string())
      .describe(
        `The values of credentials (Authorization, Cookie, names such as X-Api-Key) are ${MASKED} to everyone but the API key or user that created the alarm, and in the \`current\` of errors.`,
      ),
    format: webhookFormat,
    append_id: z.boolean(),
    payload: z.unknown().optional().describe('As it was given, including null; absent without one.'),
    body: z.string().optional().describe('Text that is sent in place of a payload; absent without one.'),
    body_base64: z
      .string()
      .meta({ contentEncoding: 'base64' })
      .optional()
      .describe('Bytes that are sent in place of a payload, in base64; absent without one.'),
    retry: retryOut.nullable().describe('Null: the default schedule.'),
    misfire: misfire.nullable(),
    jitter_ms: z.int(),
    callback_url: z.string().nullable().describe('What is called once the alarm has ended.'),
    callback_of: z.uuid().nullable().describe('The alarm whose end this one reports to its `callback_url`.'),
    dead_letter_of: z
      .uuid()
      .nullable()
      .describe('The alarm that could not be published, which this one reports to its broker’s dead_letter_target.'),
    schedule_id: z.uuid().nullable().describe('The schedule whose run it is, which may have been deleted since.'),
    run_at: instantOut.nullable().describe('The instant given by the schedule, without jitter.'),
    created_by: z.uuid().describe('The API key, or else the user, that created or last replaced it.'),
  }),
  [
    'id',
    'status',
    'time_left_ms',
    'next_attempt_at',
    'created_at',
    'finished_at',
    'sent_at',
    'lateness_ms',
    'version',
    'attempts',
    'max_attempts',
    'end_reason',
    'callback_of',
    'dead_letter_of',
    'schedule_id',
    'run_at',
    'created_by',
  ],
).meta({ id: 'Alarm' });

/** An alarm in a list: without the fields that may be large. */
const listedAlarmOut = alarmOut
  .omit({ headers: true, payload: true, body: true, body_base64: true })
  .meta({ id: 'ListedAlarm' });

export const alarmResponse = z.object({ alarm: alarmOut, server_time: serverTimeOut }).meta({ id: 'AlarmResponse' });

export const changeAlarmResponse = alarmResponse
  .extend({ changed: z.boolean().describe('False if it was already so.') })
  .meta({ id: 'ChangeAlarmResponse' });

/** Why one of a batch was not created: the members of its problem document. */
const alarmErrorOut = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })),
  })
  .meta({ id: 'AlarmError' });

/** One alarm of a batch, with fewer fields than `Alarm`, since there may be a thousand. */
const createdAlarmOut = z
  .object({
    alarm: alarmOut.pick({
      id: true,
      status: true,
      due_at: true,
      time_left_ms: true,
      version: true,
      external_id: true,
    }),
    created: z
      .boolean()
      .describe('False: this is the open alarm that already has this external_id, replaced if you asked for that.'),
  })
  .meta({ id: 'CreatedAlarm' });

const rejectedAlarmOut = z.object({ error: alarmErrorOut }).meta({ id: 'RejectedAlarm' });

export const createAlarmsResponse = z
  .object({
    results: z
      .array(z.union([createdAlarmOut, rejectedAlarmOut]))
      .describe('In the order given: each alarm, or the error with it.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'CreateAlarmsResponse' });

export const alarmListResponse = z
  .object({
    alarms: z.array(listedAlarmOut).describe('Without headers and body.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'AlarmList' });

const deadLetterOut = listedAlarmOut
  .extend({
    last_attempt: attemptOut
      .nullable()
      .describe('The last attempt and its outcome; null without one, or when attempts are no longer kept.'),
  })
  .meta({ id: 'DeadLetter' });

export const deadLetterListResponse = z
  .object({
    alarms: z.array(deadLetterOut).describe('Without headers and body.'),
    next_cursor: z.string().nullable(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'DeadLetterList' });

export const alarmCountsResponse = z
  .object({
    counts: z.object({
      scheduled: z.int().describe('No attempts yet.'),
      retrying: z.int().describe('Scheduled again after an attempt.'),
      firing: z.int(),
      delivered: z.int(),
      dead: z.int(),
      aborted: z.int(),
    }),
    more: z
      .boolean()
      .describe(
        'With `name`: true where a status has more than 10,000 alarms, of which only the latest were looked through.',
      ),
    server_time: serverTimeOut,
  })
  .meta({ id: 'AlarmCounts' });

export const deadLetterCountResponse = z
  .object({ count: z.int().min(0).max(1_000), more: z.boolean(), server_time: serverTimeOut })
  .meta({ id: 'DeadLetterCount' });

export const redriveResponse = z
  .object({
    count: z.int().describe('How many were redriven, or would be; up to 10,000 per call.'),
    more: z.boolean().describe('True if there may be more: call again.'),
    dry_run: z.boolean(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'RedriveDeadLettersResponse' });

export const abortAlarmsResponse = z
  .object({
    count: z.int().describe('How many were aborted, or would be; up to 10,000 per call.'),
    in_flight: z
      .int()
      .describe('How many alarms that match the filter are being sent and were not aborted; counted up to 10,001.'),
    more: z.boolean().describe('True if there may be more: call again.'),
    dry_run: z.boolean(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'AbortAlarmsResponse' });

export type AlarmJson = z.infer<typeof alarmOut>;
export type ListedAlarmJson = z.infer<typeof listedAlarmOut>;
export type AlarmResponseJson = z.infer<typeof alarmResponse>;
export type ChangeAlarmJson = z.infer<typeof changeAlarmResponse>;
export type CreatedAlarmJson = z.infer<typeof createdAlarmOut>;
export type AlarmListJson = z.infer<typeof alarmListResponse>;
export type DeadLetterJson = z.infer<typeof deadLetterOut>;
export type DeadLetterListJson = z.infer<typeof deadLetterListResponse>;
export type AlarmCountsJson = z.infer<typeof alarmCountsResponse>;
export type DeadLetterCountJson = z.infer<typeof deadLetterCountResponse>;
export type AbortAlarmsJson = z.infer<typeof abortAlarmsResponse>;
export type RedrivenJson = z.infer<typeof redriveResponse>;
