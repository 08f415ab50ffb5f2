import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { headerReferences } from '#/lib/api/openapi/headers.ts';
import { problemResponse } from '#/lib/api/openapi/problems.ts';

/** What answers beside the endpoints: the document itself, and the live streams. */
export function servicePaths(_schemas: ComponentSchemas, _serverUrl: string) {
  return { '/stream': { get: STREAM }, '/openapi.json': { get: DOCUMENT } };
}

const DOCUMENT = {
  operationId: 'getOpenApi',
  tags: ['Service'],
  summary: 'This document',
  description: 'OpenAPI 3.1, generated from the objects that parse and answer. Its address is that of this service.',
  security: [],
  responses: {
    200: {
      description: 'Done',
      headers: headerReferences(['X-Request-Id']),
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
  },
};

const STREAM = {
  operationId: 'stream',
  tags: ['Live updates'],
  summary: 'Live changes of your timers and of the alarms of the workspace, as server-sent events',
  description:
    '`hello` at once, `timer` for each change with the timer as it is now, `alarm` for each alarm that publishes an event (`output_mode: event`), dies, or is aborted, moved or redriven, `alarms` when any of the workspace have changed (once a second at most), `ping` every 15 seconds. No sign of life for 35 seconds means the line is dead: reconnect and read `/timers/current`.',
  'x-required-scope': 'timers:read',
  responses: {
    200: {
      description: 'A stream of events',
      headers: headerReferences(['X-Request-Id']),
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    401: problemResponse(401, ['unauthenticated', 'api_key_invalid']),
    403: problemResponse(403, ['forbidden']),
    429: problemResponse(429, ['rate_limited']),
    500: problemResponse(500, ['internal']),
    503: problemResponse(503, ['database_unavailable']),
  },
};
