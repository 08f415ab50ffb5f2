import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { AnyEndpoint } from '#/lib/api/endpoint.ts';
import { problemOut } from '#/lib/api/problem.ts';

type RouteConfig = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];

const JSON_PROBLEM = 'application/problem+json';
const COMMON_PROBLEMS: Record<number, string[]> = {
  400: ['input_invalid', 'json_malformed'],
  401: ['unauthenticated', 'api_key_invalid'],
  403: ['forbidden', 'origin_refused'],
  413: ['body_too_large'],
  415: ['content_type_unsupported'],
  500: ['internal'],
  503: ['database_unavailable'],
};
const STATUS_WORDS: Record<number, string> = {
  400: 'The input does not fit',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not there, or in another workspace',
  409: 'In conflict with what is',
  412: 'Changed since you read it; `current` shows it',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The Idempotency-Key belongs to another request',
  500: 'Something went wrong on our side; nothing was done',
  503: 'The database does not answer just now',
};

/** The OpenAPI 3.1 document of these endpoints, from the objects that parse and answer. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], serverUrl: string) {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key from Settings, API keys.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description: 'The session of a signed-in browser. Writes need an Origin header of this site.',
  });
  for (const endpoint of endpoints) app.openAPIRegistry.registerPath(routeOf(endpoint));
  app.openAPIRegistry.registerPath(STREAM);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Timer Service',
      version: '1',
      description:
        'Timers measure time; alarms act when time is up. Instants are RFC 3339 in UTC, durations integer milliseconds or seconds with the unit in the name.',
    },
    servers: [{ url: `${serverUrl}/api/v1` }],
    security: [{ apiKey: [] }, { session: [] }],
  });
}

function routeOf(endpoint: AnyEndpoint): RouteConfig {
  const headers = headersOf(endpoint);
  return {
    method: endpoint.method,
    path: endpoint.path,
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.permission === 'public' && { security: [] }),
    ...(endpoint.permission && endpoint.permission !== 'public' && { 'x-required-scope': endpoint.permission }),
    request: {
      ...(endpoint.params && { params: endpoint.params as never }),
      ...(endpoint.query && { query: endpoint.query as never }),
      ...(headers && { headers }),
      ...(endpoint.body && { body: { content: { 'application/json': { schema: endpoint.body } } } }),
    },
    responses: responsesOf(endpoint),
  } as RouteConfig;
}

function headersOf(endpoint: AnyEndpoint): z.ZodObject | null {
  const shape: Record<string, z.ZodType> = {};
  if (endpoint.method === 'post') {
    shape['Idempotency-Key'] = z
      .string()
      .max(255)
      .optional()
      .describe('Makes a repeat safe: same key and body answer the first answer again, for 24 hours.');
  }
  if (endpoint.versioned) {
    shape['If-Match'] = z.string().optional().describe('A version as the ETag gave it; another version answers 412.');
  }
  return Object.keys(shape).length ? z.object(shape) : null;
}

function responsesOf(endpoint: AnyEndpoint): Record<string, unknown> {
  const status = endpoint.status ?? 200;
  const responses: Record<string, unknown> = {
    [status]: {
      description: status === 201 ? 'Created' : 'OK',
      content: { 'application/json': { schema: endpoint.output } },
    },
  };
  if (endpoint.otherwise) {
    const { status, when } = endpoint.otherwise;
    responses[status] = { description: when, content: { 'application/json': { schema: endpoint.output } } };
  }
  for (const [code, problems] of Object.entries(problemsOf(endpoint))) {
    responses[code] = problemResponse(Number(code), problems);
  }
  return responses;
}

function problemResponse(status: number, codes = COMMON_PROBLEMS[status] ?? []) {
  return {
    description: `${STATUS_WORDS[status]}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    content: { [JSON_PROBLEM]: { schema: problemOut } },
  };
}

function problemsOf(endpoint: AnyEndpoint): Record<number, string[]> {
  const all: Record<number, string[]> = { ...COMMON_PROBLEMS };
  if (endpoint.permission === 'public') for (const status of [401, 403]) delete all[status];
  if (!endpoint.body) {
    all[400] = ['input_invalid'];
    for (const status of [413, 415]) delete all[status];
  }
  if (endpoint.method === 'post') {
    all[400] = [...(all[400] ?? []), 'idempotency_key_invalid'];
    all[422] = ['idempotency_key_reused'];
  }
  for (const [status, codes] of Object.entries(endpoint.problems ?? {})) {
    all[Number(status)] = [...(all[Number(status)] ?? []), ...codes];
  }
  return all;
}

const STREAM = {
  method: 'get',
  path: '/stream',
  operationId: 'stream',
  tags: ['Timers'],
  summary: 'Live changes of your timers and of the alarms of the workspace, as server-sent events',
  description:
    '`hello` at once, `timer` for each change with the timer as it is now, `alarm` for each alarm that publishes an event (`output_mode: event`), dies, or is aborted, moved or redriven, `alarms` when any of the workspace have changed (once a second at most), `ping` every 15 seconds. No sign of life for 35 seconds means the line is dead: reconnect and read `/timers/current`.',
  'x-required-scope': 'timers:read',
  responses: {
    200: { description: 'A stream of events', content: { 'text/event-stream': { schema: z.string() } } },
    401: problemResponse(401),
    403: problemResponse(403),
    500: problemResponse(500),
    503: problemResponse(503),
  },
} as RouteConfig;
