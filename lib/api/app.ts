import { Hono } from 'hono';
import type { Actor } from '#/lib/accounts/context.ts';
import { answerEndpoint } from '#/lib/api/answer-endpoint.ts';
import { authenticate } from '#/lib/api/authenticate.ts';
import type { AnyEndpoint, ApiContext, ApiVariables } from '#/lib/api/endpoint.ts';
import { answersText } from '#/lib/api/node-listener.ts';
import { openApiDocument } from '#/lib/api/openapi.ts';
import { problemOf } from '#/lib/api/problem.ts';
import { alarmEndpoints } from '#/lib/api/v1/alarms.ts';
import { deadLetterEndpoints } from '#/lib/api/v1/dead-letters.ts';
import { meEndpoints } from '#/lib/api/v1/me.ts';
import { projectEndpoints } from '#/lib/api/v1/projects.ts';
import { answerStream } from '#/lib/api/v1/stream.ts';
import { ticketEndpoints } from '#/lib/api/v1/tickets.ts';
import { timeEndpoints } from '#/lib/api/v1/time.ts';
import { timerEndpoints } from '#/lib/api/v1/timers.ts';
import { webhookSecretEndpoints } from '#/lib/api/v1/webhook-secrets.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import type { Db } from '#/lib/db/client.ts';
import type { FeedHub } from '#/lib/realtime/feed-hub.ts';

export type ApiParts = { db: Db; clock: Clock; hub: FeedHub; appUrl: string };
export type Api = Hono<{ Variables: ApiVariables }>;

export const API_PATH = '/api/v1';
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** Every endpoint of version 1, in the order in which routes are matched. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  ...timeEndpoints,
  ...meEndpoints,
  ...timerEndpoints,
  ...ticketEndpoints,
  ...projectEndpoints,
  ...alarmEndpoints,
  ...deadLetterEndpoints,
  ...webhookSecretEndpoints,
];

/** The whole REST API as one Hono app. The web process answers with it directly; Next mounts the same. */
export function buildApi(parts: ApiParts): Api {
  const api: Api = new Hono<{ Variables: ApiVariables }>().basePath(API_PATH);
  api.use(async (c, next) => {
    const given = c.req.header('x-request-id');
    c.set('requestId', given && REQUEST_ID.test(given) ? given : newId());
    c.header('X-Request-Id', c.get('requestId'));
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
    log.debug({ method: c.req.method, path: c.req.path, status: c.res.status, request_id: c.get('requestId') }, 'api');
  });
  for (const endpoint of ENDPOINTS) {
    api.on(endpoint.method.toUpperCase(), honoPath(endpoint.path), async (c) => {
      await identify(c, parts, endpoint.permission === 'public');
      return answerEndpoint(c, endpoint);
    });
  }
  api.get('/stream', async (c) => {
    await identify(c, parts, false);
    const recognize = () => authenticate(c.req, parts.db, parts.clock, parts.appUrl);
    return answerStream(c, { hub: parts.hub, recognize });
  });
  let document: ReturnType<typeof openApiDocument> | undefined;
  api.get('/openapi.json', (c) => {
    document ??= openApiDocument(ENDPOINTS, parts.appUrl);
    return c.json(document);
  });
  api.notFound((c) => answerProblem(c, noSuchEndpoint(c.req.method, c.req.path)));
  api.onError((error, c) => answerProblem(c, error));
  return api;
}

async function identify(c: ApiContext, parts: ApiParts, isPublic: boolean): Promise<void> {
  const actor = isPublic ? NOBODY : await authenticate(c.req, parts.db, parts.clock, parts.appUrl);
  c.set('ctx', { db: parts.db, clock: parts.clock, actor, requestId: c.get('requestId') });
}

/** Who asks what anyone may ask. */
const NOBODY: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  workspaceId: '00000000-0000-0000-0000-000000000000',
  role: 'member',
  scopes: new Set(),
  credential: { kind: 'worker', name: 'nobody' },
};

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function answerProblem(c: ApiContext, error: unknown): Response {
  const { status, headers, body } = problemOf(error, c.get('requestId') ?? newId());
  const text = JSON.stringify(body);
  const problem = c.newResponse(text, status as 400, { ...headers, 'Content-Type': 'application/problem+json' });
  return answersText(problem, text);
}

function noSuchEndpoint(method: string, path: string): AppError {
  return new AppError('endpoint_not_found', {
    status: 404,
    detail: `There is no ${method} ${path}. See ${API_PATH}/openapi.json for what there is.`,
  });
}
