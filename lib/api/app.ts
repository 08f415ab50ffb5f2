import { Hono } from 'hono';
import { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { answerEndpoint } from '#/lib/api/answer-endpoint.ts';
import { authenticate } from '#/lib/api/authenticate.ts';
import { answerPreflight, isPreflight } from '#/lib/api/cors/cors.ts';
import type { AnyEndpoint, ApiContext, ApiVariables } from '#/lib/api/endpoint.ts';
import { admit, type IdentifyParts, identify, letIn, openToOrigin } from '#/lib/api/identify.ts';
import type { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { answersText } from '#/lib/api/node-listener.ts';
import { openApiDocument } from '#/lib/api/openapi.ts';
import { problemOf } from '#/lib/api/problem.ts';
import { allowedMethods, methodNotAllowed, noSuchEndpoint } from '#/lib/api/routes.ts';
import { alarmEndpoints } from '#/lib/api/v1/alarms.ts';
import { deadLetterEndpoints } from '#/lib/api/v1/dead-letters.ts';
import { endpointEndpoints } from '#/lib/api/v1/endpoints.ts';
import { eventEndpoints } from '#/lib/api/v1/events.ts';
import { invitationEndpoints } from '#/lib/api/v1/invitations.ts';
import { meEndpoints } from '#/lib/api/v1/me.ts';
import { memberEndpoints } from '#/lib/api/v1/members.ts';
import { projectEndpoints } from '#/lib/api/v1/projects.ts';
import { answerStream } from '#/lib/api/v1/stream.ts';
import { ticketEndpoints } from '#/lib/api/v1/tickets.ts';
import { timeEndpoints } from '#/lib/api/v1/time.ts';
import { timerEndpoints } from '#/lib/api/v1/timers.ts';
import { webhookSecretEndpoints } from '#/lib/api/v1/webhook-secrets.ts';
import { workspaceEndpoints } from '#/lib/api/v1/workspace.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { apiHeaders } from '#/lib/core/security-headers.ts';
import type { Db } from '#/lib/db/client.ts';
import type { FeedHub } from '#/lib/realtime/feed-hub.ts';

export type ApiParts = { db: Db; clock: Clock; hub: FeedHub; appUrl: string; limits?: CallerLimits };
export type Api = Hono<{ Variables: ApiVariables }>;

export const API_PATH = '/api/v1';
const STREAM_PATH = '/stream';
const DOCUMENT_PATH = '/openapi.json';
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** Every endpoint of version 1, in the order in which routes are matched. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  ...timeEndpoints,
  ...meEndpoints,
  ...workspaceEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...timerEndpoints,
  ...ticketEndpoints,
  ...projectEndpoints,
  ...alarmEndpoints,
  ...deadLetterEndpoints,
  ...endpointEndpoints,
  ...webhookSecretEndpoints,
  ...eventEndpoints,
];

/** The whole REST API as one Hono app. The web process answers with it directly; Next mounts the same. */
export function buildApi(given: ApiParts): Api {
  const parts = { ...given, limits: given.limits ?? null };
  const api: Api = new Hono<{ Variables: ApiVariables }>().basePath(API_PATH);
  addConventions(api, parts);
  for (const endpoint of ENDPOINTS) {
    const arrive = endpoint.permission === 'public' ? letIn : identify;
    api.on(endpoint.method.toUpperCase(), honoPath(endpoint.path), async (c) => {
      await arrive(c, parts);
      return answerEndpoint(c, endpoint);
    });
  }
  api.get(STREAM_PATH, async (c) => {
    await identify(c, parts);
    const recognize = () => authenticate(c.req, parts.db, parts.clock, parts.appUrl);
    return answerStream(c, { hub: parts.hub, recognize });
  });
  let document: string | undefined;
  api.get(DOCUMENT_PATH, async (c) => {
    await letIn(c, parts);
    document ??= JSON.stringify(openApiDocument(ENDPOINTS, parts.appUrl));
    return answersText(c.newResponse(document, 200, { 'Content-Type': 'application/json' }), document);
  });
  return api;
}

/** What holds for every request: its id, fields of safety and of limits, CORS, and answers to what is not there. */
function addConventions(api: Api, parts: IdentifyParts): void {
  const allowed = allowedMethods(API_PATH, ENDPOINTS, [STREAM_PATH, DOCUMENT_PATH]);
  const origins = new AllowedOrigins(parts.db);
  const headers = Object.entries({
    ...apiHeaders(parts.appUrl.startsWith('https:')),
    'Cache-Control': 'no-store',
    Vary: 'Origin, Accept-Encoding',
  });
  api.use(async (c, next) => {
    const given = c.req.header('x-request-id');
    c.set('requestId', given && REQUEST_ID.test(given) ? given : newId());
    c.header('X-Request-Id', c.get('requestId'));
    for (const [name, value] of headers) c.header(name, value);
    await next();
    await openToOrigin(c, parts.limits, origins);
    log.debug({ method: c.req.method, path: c.req.path, status: c.res.status, request_id: c.get('requestId') }, 'api');
  });
  const { limits } = parts;
  if (limits) {
    api.use(async (c, next) => {
      await admit(c, limits);
      await next();
    });
  }
  api.options('*', async (c) => {
    const allow = allowed(c.req.path);
    if (!allow) throw noSuchEndpoint('OPTIONS', c.req.path, API_PATH);
    await letIn(c, parts);
    return isPreflight(c) ? answerPreflight(c, allow, origins) : c.newResponse(null, 204, { Allow: allow });
  });
  const refuse = async (c: ApiContext): Promise<never> => {
    const { method, path } = c.req;
    await letIn(c, parts);
    const allow = allowed(path);
    throw allow ? methodNotAllowed(method, path, allow) : noSuchEndpoint(method, path, API_PATH);
  };
  api.notFound((c) => refuse(c).catch((error: unknown) => answerProblem(c, error)));
  api.onError((error, c) => answerProblem(c, error));
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function answerProblem(c: ApiContext, error: unknown): Response {
  const { status, headers, body } = problemOf(error, c.get('requestId') ?? newId());
  const text = JSON.stringify(body);
  const problem = c.newResponse(text, status as 400, { ...headers, 'Content-Type': 'application/problem+json' });
  return answersText(problem, text);
}
