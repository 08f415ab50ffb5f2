import { OPERATIONS } from '#/lib/api/app.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { type Broken, brokenApis } from '#/test/contract/broken-apis.ts';
import { ROUTES, type Route, UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { thingsAt } from '#/test/contract/things.ts';

// Responses that any operation may have, generated from the list of operations: a new operation is covered
// automatically.

const KEY = 'idempotency-key';

const SINCE = '?updated_since=1970-01-01T00:00:00Z';
const RANGE = '?from=2026-03-02&to=2026-03-08';
/** Required query parameters of operations. */
export const NEEDED: Record<string, string> = {
  getReportSummary: RANGE,
  getDetailedReport: RANGE,
  getDailyTotals: RANGE,
  getTicketReport: RANGE,
  getFocusReport: RANGE,
  getPomodoroReport: RANGE,
  getTeamDay: '?date=2026-03-03',
  syncTimers: SINCE,
  syncTickets: SINCE,
  syncProjects: SINCE,
};

export const commonScenarios: Scenario[] = ROUTES.flatMap((route) =>
  scenariosOf(route.operationId, {
    '400 input_invalid': ({ api }) => api(route.method, `${route.path()}?no_such_parameter=1`, bodyOf(route)),
    '429 rate_limited': withBroken('limited', route),
    '500 internal': withBroken('failing', route),
    '503 database_unavailable': withBroken('unavailable', route),
    ...(route.usesReadPool && { '503 too_many_reads': withBroken('crowded', route, NEEDED[route.operationId]) }),
    ...(route.permission !== 'public' && withoutLeave(route)),
    ...(route.takesBody && withBadBody(route)),
    ...(route.acceptsIdempotencyKey && withBadKey(route)),
    ...(route.acceptsIfNoneMatch && { '304': unchanged(route) }),
    ...(route.versionCode && { [`412 ${route.versionCode}`]: ofAnotherVersion(route) }),
  }),
);

function bodyOf(route: Route): unknown {
  return route.takesBody ? (BODY_EXAMPLES[route.operationId] ?? {}) : undefined;
}

/** With one of the broken APIs. */
function withBroken(kind: Broken, route: Route, query = ''): Scenario['request'] {
  return async ({ world, owner }) => {
    const client = await brokenApis(world).clientFor(kind, owner);
    return client(route.method, `${route.path()}${query}`, bodyOf(route));
  };
}

function withoutLeave(route: Route): Record<string, Scenario['request']> {
  const send = (client: ApiClient) => client(route.method, route.path(), bodyOf(route));
  const badKey = { authorization: 'Bearer tk_nobody' };
  return {
    '401 unauthenticated': ({ nobody }) => send(nobody),
    '401 api_key_invalid': ({ nobody }) => nobody(route.method, route.path(), bodyOf(route), badKey),
    ...(route.permission && {
      '403 forbidden': async ({ world, owner }: Scene) => send(await apiFor(world, owner, { scopes: [] })),
    }),
    ...(route.method !== 'GET' && {
      '403 origin_not_allowed': ({ foreignPage }: Scene) => send(foreignPage),
      '409 workspace_switched': ({ session }: Scene) =>
        session(route.method, route.path(), bodyOf(route), { 'x-workspace-id': UNKNOWN_ID }),
    }),
  };
}

function withBadBody(route: Route): Record<string, Scenario['request']> {
  const largest = OPERATIONS.find(({ operationId }) => operationId === route.operationId)?.largestBody ?? 256 * 1024;
  return {
    '400 json_malformed': ({ api }) => api(route.method, route.path(), '{'),
    '413 body_too_large': ({ api }) =>
      api(route.method, route.path(), ' '.repeat(largest + 1), { 'content-length': String(largest + 1) }),
    '415 content_type_unsupported': ({ api }) =>
      api(route.method, route.path(), '{}', { 'content-type': 'text/plain' }),
  };
}

/** Requested again with the tag of the first response. */
function unchanged(route: Route): Scenario['request'] {
  return async (scene) => {
    const path = `${route.path(await thingsAt(scene, route.pattern))}${NEEDED[route.operationId] ?? ''}`;
    const { headers } = await scene.api(route.method, path);
    return scene.api(route.method, path, undefined, { 'if-none-match': `"other", ${headers.get('etag')}` });
  };
}

function ofAnotherVersion(route: Route): Scenario['request'] {
  return async (scene) => {
    const path = route.path(await thingsAt(scene, route.pattern));
    return scene.api(route.method, path, bodyOf(route), { 'if-match': '"99", W/"1", "1-other"' });
  };
}

function withBadKey(route: Route): Record<string, Scenario['request']> {
  return {
    '400 idempotency_key_invalid': ({ api }) => api('POST', route.path(), bodyOf(route), { [KEY]: 'a b' }),
    '422 idempotency_key_reused': async ({ api }) => {
      await api('POST', '/projects', { name: 'Another request' }, { [KEY]: 'k1' });
      return route.operationId === 'createProject'
        ? api('POST', '/projects', { name: 'Not the same' }, { [KEY]: 'k1' })
        : api('POST', route.path(), bodyOf(route), { [KEY]: 'k1' });
    },
  };
}
