import type { z } from 'zod';
import type { WebhookFormat } from '#/lib/alarms/alarms/alarm.ts';
import type { ComponentSchemas, JsonSchema } from '#/lib/api/openapi/component-schemas.ts';
import { WEBHOOK_PARAMETERS } from '#/lib/api/openapi/webhook-parameters.ts';
import { type SampleEvent, sentAlarm, sentEvent } from '#/lib/api/openapi/webhook-samples.ts';
import {
  alarmCallback,
  firedAlarm,
  firedAlarmCloudEvent,
  firedAlarmData,
  ping,
  pingCloudEvent,
  pingData,
  webhookCloudEvent,
  webhookData,
  webhookEvent,
} from '#/lib/api/openapi/webhook-schemas.ts';
import { EVENT_CATALOG } from '#/lib/webhooks/endpoints/event-catalog.ts';

/** The group of webhooks in the document. */
const WEBHOOK_TAG = 'Webhook events';

const PING: SampleEvent = {
  type: 'ping',
  timestamp: '2026-11-19T13:32:08.123Z',
  data: {
    endpoint_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
    workspace_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a63',
    subject_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
  },
};

const CALLBACK = {
  type: 'alarm.delivered',
  timestamp: '2026-11-19T13:30:00.051204Z',
  data: {
    alarm: {
      id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
      status: 'delivered',
      due_at: '2026-11-19T13:30:00.000000Z',
      version: 3,
      attempts: 1,
      end_reason: 'delivered',
      name: 'invoice.reminder',
      external_id: 'INV-0417',
      url: 'https://billing.example.com/hooks/timer',
    },
    workspace_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a63',
    subject_id: '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61',
  },
};

/** The `webhooks` of the document: the requests to endpoints, by event type, and those of alarms. */
export function webhooksOf(schemas: ComponentSchemas): Record<string, object> {
  const out = (schema: z.ZodType) => schemas.schemaOf(schema, 'output');
  const [standard, cloud, data] = [out(webhookEvent), out(webhookCloudEvent), out(webhookData)];
  const events = EVENT_CATALOG.map(({ type, description, required_scope, example }) => {
    const bodies = { json: [withType(standard, type), data], cloud: withType(cloud, type) };
    const content = contentOf(bodies, (format) => sentEvent(example as SampleEvent, format));
    return [type, { post: { ...webhook(type, description, content), 'x-required-scope': required_scope } }];
  });
  const pings = { json: [out(ping), out(pingData)], cloud: out(pingCloudEvent) };
  const alarms = {
    json: [out(firedAlarm), out(firedAlarmData), { description: 'In the format `raw`: the payload.' }],
    cloud: out(firedAlarmCloudEvent),
  };
  return Object.fromEntries([
    ...events,
    [
      'ping',
      {
        post: webhook(
          'ping',
          PING_DESCRIPTION,
          contentOf(pings, (format) => sentEvent(PING, format)),
        ),
      },
    ],
    ['alarm_callback', { post: webhook('alarm_callback', CALLBACK_DESCRIPTION, callbackContent(out(alarmCallback))) }],
    ['alarm', { post: webhook('alarm', ALARM_DESCRIPTION, { ...contentOf(alarms, sentAlarm), ...NOT_JSON }) }],
  ]);
}

const PING_DESCRIPTION = '`POST /endpoints/{id}/test` sends it immediately, and only once.';
const CALLBACK_DESCRIPTION =
  'What the `callback_url` of an alarm receives once the alarm has ended. It is a separate alarm, signed with the secret of the workspace.';
const ALARM_DESCRIPTION =
  'What an alarm calls when it is due, in the form that its `format` asks for, with its own `method` and `headers`. It is signed with the secret of the workspace (`GET /webhook-secrets/current`).';

/** Bodies of alarms in the format `raw` that are not JSON. */
const NOT_JSON = {
  'text/plain': {
    schema: { type: 'string', description: 'The `body` of the alarm. Its `headers` may give another content type.' },
    example: '<invoice id="INV-0417"/>',
  },
  'application/octet-stream': {
    schema: { description: 'The bytes of `body_base64`. The alarm’s `headers` may give another content type.' },
  },
};

function webhook(type: string, description: string, content: object) {
  return {
    operationId: `on_${type.replaceAll('.', '_')}`.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    tags: [WEBHOOK_TAG],
    summary: type,
    description,
    security: [],
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content },
    responses: {
      '2XX': { description: 'Delivered' },
      410: { description: 'Gone: it is not attempted again' },
      default: { description: 'Not delivered; it is attempted again later. `Retry-After` is honored' },
    },
  };
}

type Bodies = { json: JsonSchema[]; cloud: JsonSchema };

function contentOf({ json, cloud }: Bodies, sample: (format: WebhookFormat) => unknown) {
  return {
    'application/json': { schema: { anyOf: json }, example: sample('standard') },
    'application/cloudevents+json': { schema: cloud, example: sample('cloudevents') },
  };
}

function callbackContent(schema: JsonSchema) {
  return { 'application/json': { schema, example: CALLBACK } };
}

/** An event of this type and no other. */
function withType(schema: JsonSchema, type: string): JsonSchema {
  const properties = { type: { type: 'string', const: type, description: 'Type of the event.' } };
  return { allOf: [schema, { type: 'object', properties, required: ['type'], additionalProperties: true }] };
}
