import { z } from 'zod';
import { instantOut } from '#/lib/core/instant-schemas.ts';

// Bodies of webhooks, as `webhookRequest` writes them. Receivers must accept additional fields.

const actor = z
  .looseObject({
    kind: z.string().describe('`session`, `api_key`, or `worker` for what the service did automatically.'),
    id: z.string(),
    user_id: z.uuid().optional().describe('The person behind it.'),
  })
  .describe('Who did it.');

export const webhookData = z
  .looseObject({
    event_id: z.string().describe('Grows with each event: sort events by it.'),
    workspace_id: z.uuid().describe('Id of the workspace.'),
    subject_id: z.uuid().describe('What it is about: a timer, an alarm, a member, …'),
    user_id: z.uuid().nullable().describe('The user whose data changed; null if it concerns the workspace.'),
    actor,
    request_id: z.string().nullable(),
    before: z.unknown().optional().describe('What it was before; null if it was created.'),
    after: z.unknown().optional().describe('What it is now; null if it is gone.'),
  })
  .meta({
    id: 'WebhookData',
    description: 'The event as the feed has it, with who did it. Each thing is under its noun: `timer`, `alarm`.',
  });

export const webhookEvent = z
  .looseObject({
    type: z.string().describe('Type of the event.'),
    timestamp: instantOut.describe('Time of the event.'),
  })
  .extend({ data: webhookData })
  .meta({ id: 'WebhookEvent', description: 'An event in the format `standard`: Standard Webhooks.' });

export const webhookCloudEvent = z
  .looseObject({
    specversion: z.literal('1.0').describe('Version of CloudEvents.'),
    id: z.string().describe('The `webhook-id`.'),
    source: z.string().describe('The address of the service.'),
    type: z.string().describe('Type of the event.'),
    subject: z.string().describe('Id of what it is about.'),
    time: instantOut.describe('Time of the event.'),
    datacontenttype: z.literal('application/json').describe('Type of `data`.'),
    data: webhookData,
  })
  .meta({ id: 'WebhookCloudEvent', description: 'An event in the format `cloudevents`: CloudEvents 1.0.' });

export const firedAlarmData = z
  .looseObject({
    alarm: z
      .looseObject({
        id: z.uuid(),
        name: z.string().nullable(),
        external_id: z.string().nullable(),
        applicant_service: z.string().nullable(),
        due_at: z.string(),
        payload: z.unknown().optional().describe('As it was given; absent without one.'),
      })
      .describe('The alarm.'),
    workspace_id: z.uuid().describe('Id of the workspace.'),
    attempt: z.int(),
    fired_at: z.string().describe('When this attempt was sent.'),
    lateness_ms: z.number().describe('`fired_at` minus `due_at`, in milliseconds.'),
  })
  .meta({ id: 'FiredAlarm', description: 'What an alarm sends about itself in formats other than `raw`.' });

/** What an alarm sends in the format `standard`. */
export const firedAlarm = z
  .looseObject({
    type: z.literal('alarm.fired').describe('Type of the event.'),
    timestamp: z.string().describe('When the alarm was due.'),
    data: firedAlarmData,
  })
  .meta({ id: 'FiredAlarmEvent', description: 'An alarm in the format `standard`: Standard Webhooks.' });

/** The same in the format `cloudevents`. */
export const firedAlarmCloudEvent = z
  .looseObject({
    ...webhookCloudEvent.shape,
    type: z.literal('alarm.fired').describe('Type of the event.'),
    time: z.string().describe('When the alarm was due.'),
    data: firedAlarmData,
  })
  .meta({ id: 'FiredAlarmCloudEvent', description: 'An alarm in the format `cloudevents`: CloudEvents 1.0.' });

/** How an alarm has ended. */
const callbackData = z
  .looseObject({
    alarm: z
      .looseObject({
        id: z.uuid(),
        status: z.enum(['delivered', 'dead', 'aborted']),
        due_at: z.string(),
        version: z.int(),
        attempts: z.int(),
        end_reason: z.string(),
        name: z.string().nullable(),
        external_id: z.string().nullable(),
        url: z.string().nullable(),
      })
      .describe('The alarm that has ended.'),
    workspace_id: z.uuid().describe('Id of the workspace.'),
    subject_id: z.uuid().describe('Id of the alarm that has ended.'),
  })
  .meta({ id: 'AlarmCallbackData', description: 'How an alarm has ended.' });

/** The body sent to the `callback_url` of an alarm. */
export const alarmCallback = z
  .looseObject({
    type: z.enum(['alarm.delivered', 'alarm.dead', 'alarm.aborted']).describe('How it has ended.'),
    timestamp: z.string().describe('When it has ended.'),
    data: callbackData,
  })
  .meta({ id: 'AlarmCallback', description: 'What the `callback_url` of an alarm receives once it has ended.' });

/** The body of an endpoint test. */
export const pingData = z
  .looseObject({
    endpoint_id: z.uuid(),
    workspace_id: z.uuid().describe('Id of the workspace.'),
    subject_id: z.uuid().describe('Id of the endpoint.'),
  })
  .meta({ id: 'PingData', description: 'The body of an endpoint test.' });
const pingType = z.literal('ping').describe('Type of the event.');

/** A test in the format `standard`. */
export const ping = z
  .looseObject({ type: pingType, timestamp: instantOut.describe('When it was sent.'), data: pingData })
  .meta({ id: 'PingEvent', description: 'A test of an endpoint in the format `standard`.' });

/** The same in the format `cloudevents`. */
export const pingCloudEvent = z
  .looseObject({ ...webhookCloudEvent.shape, type: pingType, data: pingData })
  .meta({ id: 'PingCloudEvent', description: 'A test of an endpoint in the format `cloudevents`.' });
