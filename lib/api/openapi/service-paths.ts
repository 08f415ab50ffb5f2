import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { headerReferences } from '#/lib/api/openapi/headers.ts';
import { healthPaths } from '#/lib/api/openapi/health-paths.ts';
import { parametersOf } from '#/lib/api/openapi/parameters.ts';
import { handshakeProblems, problemResponses } from '#/lib/api/openapi/problems.ts';
import { reportExportPaths } from '#/lib/api/openapi/report-export-paths.ts';
import { exportEventsQuery } from '#/lib/feed/events/event-schemas.ts';
import { STREAM_MESSAGES, streamQuery } from '#/lib/feed/subscription/stream-schemas.ts';
import { deliveryResponse } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

/** Routes besides the operations: the document itself, the live streams, and exports too long for one response. */
export function servicePaths(schemas: ComponentSchemas, serverUrl: string) {
  return {
    '/events/export': { get: exportOperation(schemas) },
    '/ticket-sources/{id}/deliveries': { post: deliveryOperation(schemas) },
    ...reportExportPaths(schemas),
    '/stream': { get: streamOperation(schemas) },
    '/ws': { get: SOCKET },
    '/openapi.json': { get: DOCUMENT },
    ...healthPaths(serverUrl),
  };
}

const SOCKET = {
  operationId: 'openSocket',
  tags: ['Live updates'],
  summary: 'Stream changes over a WebSocket, by topic',
  description:
    'Authenticate by `Authorization`, by the session cookie on a page of this site, or in a first message `{"type": "authenticate", "token": "…"}` within 5 seconds. Then send `{"type": "subscribe", "topics": ["timers", "alarms"]}`; messages carry a `cursor` where everything before them was sent; resume from the last one with `last_event_id`. An invalid message gets an `error`, and the connection stays open. Closed with 4401 when the key or session ends.',
  responses: {
    101: { description: 'The WebSocket is open (RFC 6455)', headers: headerReferences(['X-Request-Id']) },
    ...handshakeProblems(['handshake_invalid', 'api_key_invalid']),
    ...problemResponses(['upgrade_required']),
    ...handshakeProblems(['rate_limited', 'too_many_streams', 'internal', 'database_unavailable']),
  },
};

const DOCUMENT = {
  operationId: 'getOpenApi',
  tags: ['Service'],
  summary: 'Get this document',
  description:
    'OpenAPI 3.1, generated from the objects that parse requests and write responses. Its address is that of this service.',
  security: [],
  parameters: [{ $ref: '#/components/parameters/IfNoneMatch' }],
  responses: {
    200: {
      description: 'Done',
      headers: headerReferences(['X-Request-Id', 'Fingerprint']),
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    304: { $ref: '#/components/responses/SameFingerprint' },
    ...problemResponses(['rate_limited']),
  },
};

/** Called by the issue tracker, which signs requests instead of sending a key. */
function deliveryOperation(schemas: ComponentSchemas) {
  return {
    operationId: 'receiveTicketSourceDelivery',
    tags: ['Ticket sources'],
    summary: 'Receive a webhook of an issue tracker',
    description:
      'For GitHub, GitLab, Jira or Linear, as set up there: with the body that they send, signed with the secret of the ticket source. Repeats and older webhooks change nothing. Webhooks that aren’t about an issue are acknowledged and ignored.',
    security: [],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The ticket source.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    responses: {
      200: {
        description: 'Done',
        headers: headerReferences(['X-Request-Id']),
        content: { 'application/json': { schema: schemas.schemaOf(deliveryResponse, 'output') } },
      },
      ...problemResponses([
        'input_invalid',
        'json_malformed',
        'signature_invalid',
        'ticket_source_not_found',
        'body_too_large',
        'rate_limited',
      ]),
    },
  };
}

function exportOperation(schemas: ComponentSchemas) {
  const operation = { method: 'get', path: '/events/export', query: exportEventsQuery } as const;
  return {
    operationId: 'exportEvents',
    tags: ['Events'],
    summary: 'Export the audit log as a file',
    description:
      'All events that match the filter and that you may see, newest first. The file is written while it is read, so it can have any length. If the file ended early, its last line is incomplete.',
    'x-required-scope': 'events:read',
    parameters: parametersOf(operation, schemas),
    responses: {
      200: {
        description: 'A file',
        headers: headerReferences(['X-Request-Id']),
        content: {
          'application/jsonl': {
            schema: { type: 'string', description: 'A line for each event: an `Event` as JSON.' },
          },
          'text/csv': {
            schema: { type: 'string', description: 'RFC 4180, with a header. `before` and `after` are JSON.' },
          },
        },
      },
      ...problemResponses([
        'input_invalid',
        'unauthenticated',
        'api_key_invalid',
        'forbidden',
        'rate_limited',
        'internal',
        'database_unavailable',
        'too_many_reads',
        'query_too_slow',
      ]),
    },
  };
}

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The `id` of the last message that was handled. An EventSource sends it automatically when it reconnects.',
  schema: { type: 'string', maxLength: 8_000 },
};

function streamOperation(schemas: ComponentSchemas) {
  const operation = { method: 'get', path: '/stream', query: streamQuery } as const;
  return {
    operationId: 'stream',
    tags: ['Live updates'],
    summary: 'Stream changes of timers and alarms as server-sent events',
    description: STREAM_DESCRIPTION,
    'x-required-scope': 'timers:read',
    parameters: [...parametersOf(operation, schemas), LAST_EVENT_ID],
    responses: {
      200: {
        description: 'A stream of events',
        headers: headerReferences(['X-Request-Id']),
        content: {
          'text/event-stream': {
            schema: { type: 'string', description: 'Lines of `event`, `id` and `data`; `data` is JSON.' },
            'x-messages': Object.fromEntries(
              Object.entries(STREAM_MESSAGES).map(([name, message]) => [name, schemas.schemaOf(message, 'output')]),
            ),
          },
        },
      },
      ...problemResponses([
        'input_invalid',
        'unauthenticated',
        'api_key_invalid',
        'forbidden',
        'rate_limited',
        'too_many_streams',
        'internal',
        'database_unavailable',
      ]),
    },
  };
}

const STREAM_DESCRIPTION = `\`hello\` at once, \`timer\` for each change with the timer as it is now, \`alarm\` for each alarm that publishes an event (\`output_mode: event\`), dies, or is aborted, rescheduled or redriven, \`alarms\` when any of the workspace have changed (at most once a second), \`ping\` every 15 seconds. If nothing arrives for 35 seconds, the connection is dead: reconnect. The \`id\` of each message is a cursor: with it as \`Last-Event-ID\`, a stream continues where another one ended, and nothing is lost or sent twice. \`reset\` says that the cursor is unknown or too old: read the state again. The stream ends when the session or key does, or when its permissions change.`;
