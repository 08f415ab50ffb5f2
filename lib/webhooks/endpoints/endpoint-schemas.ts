import { z } from 'zod';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { webhookFormat } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { attemptOutcome } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { permission } from '#/lib/context/roles/role-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { EVENT_TYPES } from '#/lib/feed/events/event-types.ts';
import { distinctTypes } from '#/lib/webhooks/endpoints/endpoint.ts';

const MAX_TYPES = 100;
const GROUPS = [...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`))];
const KNOWN: ReadonlySet<string> = new Set(['*', ...GROUPS, ...EVENT_TYPES]);

const endpointFormat = webhookFormat.exclude(['raw']);

// ---------------------------------------------------------------- input

const urlInput = z
  .string()
  .trim()
  .min(1, 'Enter a URL.')
  .max(2_048)
  .describe(
    'Called by POST. Only addresses on the public internet, or `broker://` with the id of a broker and a target.',
  );
const descriptionInput = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text || null)
  .nullable();
const eventTypesInput = z
  .array(
    z
      .string()
      .trim()
      .refine((type) => KNOWN.has(type), 'must be an event type such as timer.stopped, a group such as timer.*, or *'),
  )
  .min(1, 'Choose at least one event.')
  .max(MAX_TYPES)
  .transform(distinctTypes)
  .describe('Types such as `timer.stopped`, groups such as `timer.*`, or `*` for all.')
  .meta({ example: ['timer.stopped', 'alarm.*'] });

/** Instead of a URL. */
const broker = {
  broker: createAlarmInput.shape.broker.describe(
    'Name or id of a message broker to publish to, instead of `url`. Events are CloudEvents, whatever the `format`.',
  ),
  target: createAlarmInput.shape.target,
};

export const createEndpointInput = z
  .strictObject({
    url: urlInput.optional(),
    ...broker,
    event_types: eventTypesInput,
    description: descriptionInput.optional(),
    format: endpointFormat.default('standard').describe('How the body is wrapped: Standard Webhooks or CloudEvents.'),
    enabled: z.boolean().default(true).describe('false: no events are queued until it is enabled.'),
  })
  .meta({ id: 'CreateEndpoint' });

export const editEndpointInput = z
  .strictObject({
    url: urlInput.optional(),
    ...broker,
    event_types: eventTypesInput.optional(),
    description: descriptionInput.optional(),
    format: endpointFormat.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe('false: events are no longer queued, and open deliveries are aborted within a minute or two.'),
  })
  .meta({ id: 'EditEndpoint' });

/** The id of the endpoint in a page's form. */
export const endpointIdInput = z.strictObject({ id: z.uuid() });

// ---------------------------------------------------------------- responses

const healthOut = z
  .object({
    delivered: z.int(),
    failed: z.int().describe('No more attempts.'),
    retrying: z.int().describe('Scheduled again after an attempt.'),
  })
  .describe('Deliveries of the last 24 hours, of the latest 1,000.');

const endpointOut = withReadOnly(
  z.object({
    id: z.uuid(),
    url: z.string().describe('The URL that is called; for a message broker, `broker://` with its id and the target.'),
    description: z.string().nullable(),
    event_types: z.array(z.string()),
    format: endpointFormat,
    enabled: z.boolean(),
    disabled_at: instantOut.nullable(),
    disabled_reason: z
      .enum(['manual', 'failing'])
      .nullable()
      .describe('failing: nothing could be delivered for too long, so it was disabled by the service.'),
    failing_since: instantOut.nullable().describe('First failed attempt after the last success; null while it works.'),
    created_by: z.uuid().describe('The API key, or else the user, that created it.'),
    created_at: instantOut,
    updated_at: instantOut,
    version: z.int().min(1),
  }),
  ['id', 'disabled_at', 'disabled_reason', 'failing_since', 'created_by', 'created_at', 'updated_at', 'version'],
).meta({ id: 'Endpoint' });

export const endpointWithHealthOut = endpointOut.extend({ last_24h: healthOut }).meta({ id: 'EndpointWithHealth' });

export const createEndpointResponse = z
  .object({
    endpoint: endpointOut,
    secret: z
      .string()
      .describe('What its webhooks are signed with: whsec_ and base64, for a Standard Webhooks library.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'CreateEndpointResponse' });

export const endpointResponse = z
  .object({ endpoint: endpointWithHealthOut, server_time: serverTimeOut })
  .meta({ id: 'EndpointResponse' });

export const editEndpointResponse = z
  .object({
    endpoint: endpointOut,
    changed: z.boolean().describe('False if it was already so.'),
    aborted_count: z
      .int()
      .describe('Open deliveries that are aborted, since it was disabled; 10,000 means that many or more.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'EditEndpointResponse' });

export const deleteEndpointResponse = z
  .object({
    endpoint: endpointOut,
    aborted_count: z.int().describe('Open deliveries that are aborted; 10,000 means that many or more.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'DeleteEndpointResponse' });

export const endpointListResponse = z
  .object({
    endpoints: z.array(endpointWithHealthOut).describe('Oldest first; 50 at most.'),
    server_time: serverTimeOut,
  })
  .meta({ id: 'EndpointList' });

const endpointTestOut = z
  .object({
    webhook_id: z.uuid(),
    delivered: z.boolean().describe('True for a response of 2xx.'),
    outcome: attemptOutcome,
    status_code: z.int().nullable(),
    duration_ms: z.number(),
    detail: z.string().nullable().describe('Why there was no response.'),
    address: z.string().nullable().describe('The address that was called.'),
    response_excerpt: z.string().nullable().describe('The first 2 KB of the response.'),
  })
  .meta({ id: 'EndpointTest' });

export const testEndpointResponse = z
  .object({ test: endpointTestOut, server_time: serverTimeOut })
  .meta({ id: 'TestEndpointResponse' });

export const eventTypesResponse = z
  .object({
    event_types: z.array(
      z.object({
        type: z.string(),
        group: z.string().describe('The group that includes this type.'),
        required_scope: permission.describe(
          'Needed to subscribe to it, and to read what was sent; `events:read_all` covers every type.',
        ),
        description: z.string(),
        example: z.unknown().describe('What is sent, in the format `standard`.'),
      }),
    ),
    server_time: serverTimeOut,
  })
  .meta({ id: 'EventTypes' });

export type CreateEndpointInput = z.output<typeof createEndpointInput>;
export type CreateEndpointBody = z.input<typeof createEndpointInput>;
export type EditEndpointInput = z.output<typeof editEndpointInput>;
export type EndpointJson = z.infer<typeof endpointOut>;
export type EndpointWithHealthJson = z.infer<typeof endpointWithHealthOut>;
export type EndpointResponseJson = z.infer<typeof endpointResponse>;
export type CreateEndpointJson = z.infer<typeof createEndpointResponse>;
export type EditEndpointJson = z.infer<typeof editEndpointResponse>;
export type EndpointListJson = z.infer<typeof endpointListResponse>;
export type TestEndpointJson = z.infer<typeof testEndpointResponse>;
export type EndpointTestJson = z.infer<typeof endpointTestOut>;
export type EventTypesJson = z.infer<typeof eventTypesResponse>;
