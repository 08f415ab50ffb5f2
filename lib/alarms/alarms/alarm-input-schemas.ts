import { z } from 'zod';
import { misfire, outputMode, webhookFormat } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { MAX_TARGET, TARGET } from '#/lib/alarms/alarms/broker-address.ts';
import { ONE_DUE_TIME_FIELD } from '#/lib/alarms/alarms/due-time-fields.ts';
import { base64Problem, payloadProblem, textProblem } from '#/lib/alarms/alarms/payload.ts';
import { retryInput } from '#/lib/alarms/alarms/retry-schemas.ts';
import { lengthInput, lengthPart, MAX_HORIZON_MS, microsInput } from '#/lib/alarms/alarms/time-schemas.ts';
import { nullIfInvalid } from '#/lib/core/read-back-schemas.ts';

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
    fire_at: microsInput.optional().describe('The due time as an instant, to the microsecond.'),
    due_at: microsInput
      .optional()
      .describe('The due time as returned by the API: the instant with its jitter; no more is added.'),
    delay: lengthInput.optional().describe('The time from now until it is due.'),
    delay_ms: z
      .int()
      .min(0)
      .max(MAX_HORIZON_MS)
      .optional()
      .describe('The time from now until it is due, in milliseconds.'),
    hours: lengthPart.optional().describe('The hours from now until it is due, together with minutes and seconds.'),
    minutes: lengthPart.optional(),
    seconds: lengthPart.optional(),
    start_date: microsInput
      .optional()
      .describe('Together with expiration_interval_ms: the instant from which that counts.'),
    expiration_interval_ms: z.int().min(0).max(MAX_HORIZON_MS).optional(),
    url: nullIfInvalid(url).describe('The URL to call. Required unless output_mode is event.'),
    method: methodInput.optional().describe('POST by default. GET, HEAD, OPTIONS and DELETE send no body.'),
    headers: headersInput
      .optional()
      .describe(
        'Sent with the call. webhook-*, timer-* and ce-* are reserved. At most 64 KB together with the body. Values of credentials are encrypted at rest, and shown to nobody else.',
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
    name: nullIfInvalid(text),
    applicant_service: nullIfInvalid(text).describe('Which of your services requests it.'),
    output_mode: outputMode
      .optional()
      .describe(
        'webhook (default) calls the URL; event publishes `timer.fired` to `broker`, or without one `alarm.fired` in the feed.',
      ),
    broker: nullIfInvalid(z.string().trim().min(1).max(63)).describe(
      'With output_mode event: name or id of the message broker to publish to, as CloudEvents with the alarm’s id (`GET /brokers`).',
    ),
    broker_id: nullIfInvalid(z.uuid()).describe('`broker`, as returned by the API.'),
    target: nullIfInvalid(brokerTarget).describe(
      'Stream, queue or subject of the broker; by default its output_target.',
    ),
    retry: nullIfInvalid(retryInput),
    deadline: nullIfInvalid(microsInput).describe('After this instant firing is pointless; see misfire.'),
    misfire: nullIfInvalid(misfire).describe(
      'For a due time or deadline that has passed: fire anyway, skip, or make it a dead letter.',
    ),
    jitter: lengthInput
      .optional()
      .describe(
        'Adds up to this much to the due time, always the same for the same external_id, so that many alarms for one instant don’t fire at once.',
      ),
    jitter_ms: z.int().min(0).max(MAX_HORIZON_MS).optional().describe('`jitter` in milliseconds.'),
    external_id: nullIfInvalid(z.string().trim().min(1).max(255)).describe(
      'Your name for it, unique among the open alarms of the workspace. Once the alarm has ended, another one can have it.',
    ),
    on_conflict: z
      .enum(['reject', 'replace'])
      .optional()
      .describe(
        'What to do when an open alarm has this external_id and other content. reject (default): 409 with that alarm as `current`. replace: it takes all values of this request, including the due time and the attempts, and keeps its id; while it is being sent, 409.',
      ),
    append_id: z.boolean().optional().describe('Calls url/{id} instead of url.'),
    callback_url: nullIfInvalid(url).describe(
      'Called once the alarm has ended in any way, with `alarm.delivered`, `alarm.dead` or `alarm.aborted` in the format standard, and again each time a redriven one ends. The call is a separate alarm, retried by the default schedule.',
    ),
  })
  .meta({ id: 'CreateAlarm', ...ONE_DUE_TIME_FIELD });

export const MAX_IN_BATCH = 1_000;

export const createAlarmsInput = z
  .strictObject({
    // Each is parsed separately, so that an invalid one does not affect the others.
    alarms: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/CreateAlarm' }))
      .min(1)
      .max(MAX_IN_BATCH),
    atomic: z.boolean().default(false).describe('All or nothing: if one has an error, none are created.'),
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

export type CreateAlarmInput = z.output<typeof createAlarmInput>;
export type CreateAlarmBody = z.input<typeof createAlarmInput>;
export type RescheduleAlarmInput = z.output<typeof rescheduleAlarmInput>;
export type RescheduleAlarmBody = z.input<typeof rescheduleAlarmInput>;
