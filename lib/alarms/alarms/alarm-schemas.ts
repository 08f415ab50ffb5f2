import { z } from 'zod';
import { WEBHOOK_FORMATS } from '#/lib/alarms/alarms/alarm.ts';
import { MAX_TARGET, TARGET } from '#/lib/alarms/alarms/broker-address.ts';
import { MASKED } from '#/lib/alarms/alarms/credential-headers.ts';
import { base64Problem, payloadProblem, textProblem } from '#/lib/alarms/alarms/payload.ts';
import { retryInput, retryOut } from '#/lib/alarms/alarms/retry-schemas.ts';
import {
  LONGEST_HORIZON_MS,
  lengthInput,
  lengthPart,
  microsInput,
  microsOut,
} from '#/lib/alarms/alarms/time-schemas.ts';
import { ONE_DUE_TIME_FIELD } from '#/lib/alarms/alarms/ways-to-say-when.ts';
import { attemptOut } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { orNull, withReadOnly } from '#/lib/core/read-back-schemas.ts';

/** `retrying`: scheduled again after an attempt. */
export const alarmStatus = z.enum(['scheduled', 'retrying', 'firing', 'delivered', 'dead', 'aborted']);
export const misfire = z.enum(['fire', 'skip', 'dead_letter']);
export const outputMode = z.enum(['webhook', 'event']);
export const webhookFormat = z.enum(WEBHOOK_FORMATS);
export const endReason = z.enum(['delivered', 'exhausted', 'gone', 'deadline_passed', 'aborted', 'skipped']);

// ---------------------------------------------------------------- input

const methodInput = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z-]{0,19}$/, 'must be an HTTP method, such as POST')
  .refine((method) => method !== 'CONNECT', 'CONNECT opens tunnels; it can’t be called');

const text = z.string().trim().min(1).max(200);
const headersInput = z
  .record(z.string().max(200), z.string().max(4_000))
  .refine((headers) => Object.keys(headers).length <= 50, 'must be at most 50 headers');

const payloadInput = z.unknown().superRefine((payload, context) => {
  const message = payloadProblem(payload);
  if (message) context.addIssue({ code: 'custom', message });
});

const checkedString = (problem: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = problem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });
const bodyInput = checkedString(textProblem);
const bodyBase64Input = checkedString(base64Problem).meta({ contentEncoding: 'base64' });

const url = z.string().trim().min(1).max(2_048);

/** A stream, queue or subject of a message broker. */
export const brokerTarget = z
  .string()
  .trim()
  .max(MAX_TARGET, `Use at most ${MAX_TARGET} characters.`)
  .regex(TARGET, 'must be visible ASCII characters without spaces');

/** Fields of an alarm that are null in responses when it has none. */
export const nullableTarget = { url, callback_url: url, applicant_service: text, retry: retryInput };

/** One requested alarm. `planAlarm` decides which fields may be combined. */
export const createAlarmInput = z
  .strictObject({
    fire_at: microsInput.optional().describe('When, as an instant, to the microsecond.'),
    due_at: microsInput
      .optional()
      .describe('When, as an alarm is read: the instant with its jitter, of which no more is added.'),
    delay: lengthInput.optional().describe('When, counted from now.'),
    delay_ms: z.int().min(0).max(LONGEST_HORIZON_MS).optional().describe('When, in milliseconds from now.'),
    hours: lengthPart.optional().describe('When, with minutes and seconds, counted from now.'),
    minutes: lengthPart.optional(),
    seconds: lengthPart.optional(),
    start_date: microsInput.optional().describe('When, with expiration_interval_ms: the instant it counts from.'),
    expiration_interval_ms: z.int().min(0).max(LONGEST_HORIZON_MS).optional(),
    url: orNull(url).describe('What to call. Needed unless output_mode is event.'),
    method: methodInput.optional().describe('POST unless said. GET, HEAD, OPTIONS and DELETE send no body.'),
    headers: headersInput
      .optional()
      .describe(
        'Sent with the call. webhook-*, timer-* and ce-* are ours. At most 64 KB with the body. Values of credentials are sealed at rest, and shown to nobody else.',
      ),
    payload: payloadInput
      .optional()
      .describe('Any JSON up to 64 KB; sent unchanged, each number as you wrote it. Without a body {} is sent.'),
    body: bodyInput
      .optional()
      .describe(
        'Text up to 64 KB in place of `payload`, sent unchanged in format raw. Its type is text/plain unless `headers` has a Content-Type.',
      ),
    body_base64: bodyBase64Input
      .optional()
      .describe(
        'Bytes up to 64 KB, in base64, in place of `payload`: sent decoded in format raw. Their type is application/octet-stream unless `headers` has a Content-Type.',
      ),
    format: webhookFormat
      .optional()
      .describe(
        'raw (default): the body is the payload. Others wrap it as Standard Webhooks or CloudEvents, which needs a method that carries a body.',
      ),
    name: orNull(text),
    applicant_service: orNull(text).describe('Which of your services asks for it.'),
    output_mode: outputMode
      .optional()
      .describe(
        'webhook (default) calls the URL; event publishes `timer.fired` to `broker`, or without one `alarm.fired` in the feed.',
      ),
    broker: orNull(z.string().trim().min(1).max(63)).describe(
      'With output_mode event: name or id of the message broker to publish to, as CloudEvents with the alarm’s id (`GET /brokers`).',
    ),
    broker_id: orNull(z.uuid()).describe('`broker` as an alarm is read.'),
    target: orNull(brokerTarget).describe('Stream, queue or subject of the broker; its output_target unless given.'),
    retry: orNull(retryInput),
    deadline: orNull(microsInput).describe('After this instant firing is pointless; see misfire.'),
    misfire: orNull(misfire).describe(
      'For a due time or deadline that has passed: fire all the same, skip, or make it a dead letter.',
    ),
    jitter: lengthInput
      .optional()
      .describe(
        'Adds up to this to the due time, the same each time for the same external_id, so that many alarms for one instant do not fire at once.',
      ),
    jitter_ms: z.int().min(0).max(LONGEST_HORIZON_MS).optional().describe('`jitter` in milliseconds.'),
    external_id: orNull(z.string().trim().min(1).max(255)).describe(
      'Your name for it, unique among the open alarms of the workspace. Once the alarm has ended, the next one may have it.',
    ),
    on_conflict: z
      .enum(['reject', 'replace'])
      .optional()
      .describe(
        'What to do when an open alarm has this external_id and other content. reject (default): 409 with that alarm as `current`. replace: it gets all that this request says, due time and attempts included, and keeps its id; while it is being sent, 409.',
      ),
    append_id: z.boolean().optional().describe('Calls url/{id} rather than url.'),
    callback_url: orNull(url).describe(
      'Called once the alarm has ended, however it did, with `alarm.delivered`, `alarm.dead` or `alarm.aborted` in the format standard, and again each time a redriven one ends. The call is an alarm of its own, retried by the default schedule.',
    ),
  })
  .meta({ id: 'CreateAlarm', ...ONE_DUE_TIME_FIELD });

export const MOST_IN_BATCH = 1_000;

export const createAlarmsInput = z
  .strictObject({
    // Each is parsed by itself, so that one that does not fit leaves the others alone.
    alarms: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/CreateAlarm' }))
      .min(1)
      .max(MOST_IN_BATCH),
    atomic: z.boolean().default(false).describe('All or nothing: one with an error rejects the rest, too.'),
  })
  .meta({ id: 'CreateAlarms' });

export const rescheduleAlarmInput = z
  .strictObject(
    createAlarmInput.pick({
      fire_at: true,
      due_at: true,
      delay: true,
      delay_ms: true,
      hours: true,
      minutes: true,
      seconds: true,
      start_date: true,
      expiration_interval_ms: true,
    }).shape,
  )
  .meta({ id: 'RescheduleAlarm', ...ONE_DUE_TIME_FIELD });

// ---------------------------------------------------------------- responses

export const alarmOut = withReadOnly(
  z.object({
    id: z.uuid(),
    status: alarmStatus.describe('scheduled: no attempts yet; retrying: scheduled again after an attempt.'),
    due_at: microsOut.describe('The instant it was created for, jitter included. It does not move with retries.'),
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
    url: z.string().nullable().describe('What is called; null when it publishes.'),
    broker_id: z.uuid().nullable().describe('The message broker that it publishes to; it may be deleted since.'),
    target: z.string().nullable().describe('Stream, queue or subject of that broker.'),
    method: z.string(),
    headers: z
      .record(z.string(), z.string())
      .describe(
        `The values of credentials (Authorization, Cookie, names such as X-Api-Key) are ${MASKED} to everyone but the API key or user that created the alarm, and in the \`current\` of errors.`,
      ),
    format: webhookFormat,
    append_id: z.boolean(),
    payload: z.unknown().optional().describe('As it was given, null included; absent without one.'),
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
      .describe('The alarm that could not be published, which this one tells its broker’s dead_letter_target.'),
    schedule_id: z.uuid().nullable().describe('The schedule whose run it is; it may be deleted since.'),
    run_at: instantOut.nullable().describe('The instant that the schedule names, without jitter.'),
    created_by: z.uuid().describe('The API key, else the user, that made it, or replaced it last.'),
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

/** An alarm in a list: all but what may be large. */
const listedAlarmOut = alarmOut
  .omit({ headers: true, payload: true, body: true, body_base64: true })
  .meta({ id: 'ListedAlarm' });

export const alarmResponse = z.object({ alarm: alarmOut, server_time: serverTimeOut }).meta({ id: 'AlarmResponse' });

export const changeAlarmResponse = alarmResponse
  .extend({ changed: z.boolean().describe('False when it was so already.') })
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

/** One of a batch that there is now, with less than `Alarm` has, since there may be a thousand. */
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
      .describe('False: an open alarm has this external_id; this is it, replaced where you asked for that.'),
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
      .describe('The last attempt, and what came of it; null without one, or when attempts are no longer kept.'),
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
    count: z.int().describe('How many were redriven, or would be. Up to 10,000 a call.'),
    more: z.boolean().describe('True when there may be more: call again.'),
    dry_run: z.boolean(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'RedriveDeadLettersResponse' });

export const abortAlarmsResponse = z
  .object({
    count: z.int().describe('How many were aborted, or would be. Up to 10,000 a call.'),
    in_flight: z
      .int()
      .describe('How many the filter finds that are being sent and were not aborted; counted up to 10,001.'),
    more: z.boolean().describe('True when there may be more: call again.'),
    dry_run: z.boolean(),
    server_time: serverTimeOut,
  })
  .meta({ id: 'AbortAlarmsResponse' });

export type CreateAlarmInput = z.output<typeof createAlarmInput>;
export type CreateAlarmBody = z.input<typeof createAlarmInput>;
export type RescheduleAlarmInput = z.output<typeof rescheduleAlarmInput>;
export type RescheduleAlarmBody = z.input<typeof rescheduleAlarmInput>;
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
