import { healthResponse } from '#/lib/api/health/health-response.ts';
import { newId } from '#/lib/core/ids.ts';
import { APP_URL, type ApiResponse, apiFor, apiKeyFor, apiOf, clientWith } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { type Broken, brokenApis } from '#/test/contract/broken-apis.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { openStream, withAllStreams } from '#/test/contract/streams.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';
import { operatedMinutes } from '#/test/operated-minutes.ts';

/** The first message of a stream, which is then closed. */
async function firstOfStream({ world, owner }: Scene): Promise<ApiResponse<unknown>> {
  const { response, first, end } = await openStream(world, await apiKeyFor(world, owner));
  await end();
  const contentType = response.headers.get('content-type')?.split(';')[0] ?? null;
  expectDocumented({ method: 'GET', path: '/stream', contentType, status: response.status, body: first });
  return { status: response.status, headers: response.headers, body: first };
}

/** The audit log as a file, checked against the document. */
/** The audit log as a file, checked against the document. */
export async function exportedEvents({ world, owner }: Scene, format: string): Promise<ApiResponse<unknown>> {
  const path = `/events/export?format=${format}`;
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const response = await apiOf(world).request(`${APP_URL}/api/v1${path}`, { headers });
  const contentType = response.headers.get('content-type')?.split(';')[0] ?? null;
  const reply = { status: response.status, headers: response.headers, body: await response.text() };
  expectDocumented({ method: 'GET', path, contentType, status: reply.status, body: reply.body });
  return reply;
}

/** The response to one stream too many for a key. */
function oneTooMany({ world, owner }: Scene): Promise<ApiResponse<unknown>> {
  return withAllStreams(world, owner, (secret) =>
    clientWith(world, { authorization: `Bearer ${secret}` })('GET', '/stream'),
  );
}

const broken =
  (kind: Broken, path: string): Scenario['request'] =>
  async ({ world, owner }) =>
    (await brokenApis(world).clientFor(kind, owner))('GET', path);

/** The response to a monitor, checked against the document. */
async function health({ world: { db, clock } }: Scene, path: string): Promise<ApiResponse<unknown>> {
  const { status, headers, body } = await healthResponse(path, { db, clock }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: path === '/ping' ? await response.text() : await response.json(),
  }));
  const contentType = headers.get('content-type')?.split(';')[0] ?? null;
  expectDocumented({ method: 'GET', path, contentType, status, body });
  return { status, headers, body };
}

/** With a worker that has just recorded a heartbeat. */
async function readyToServe(scene: Scene): Promise<ApiResponse<unknown>> {
  const { db, clock } = scene.world;
  const now = await clock.now();
  const worker = await db.worker.create({
    data: { id: newId(), host: 'test', pid: 1, version: 'test', startedAt: now, seenAt: now },
  });
  const reply = await health(scene, '/api/ready');
  await db.worker.delete({ where: { id: worker.id } });
  return reply;
}

export const serviceScenarios: Scenario[] = [
  ...scenariosOf('ping', { 200: (scene) => health(scene, '/ping') }),
  ...scenariosOf('getHealth', { 200: (scene) => health(scene, '/api/health') }),
  ...scenariosOf('getReadiness', { 200: readyToServe, 503: (scene) => health(scene, '/api/ready') }),
  ...scenariosOf('stream', {
    200: firstOfStream,
    '400 input_invalid': ({ api }) => api('GET', '/stream?topics=weather'),
    '429 too_many_streams': oneTooMany,
    '401 unauthenticated': ({ nobody }) => nobody('GET', '/stream'),
    '401 api_key_invalid': ({ nobody }) => nobody('GET', '/stream', undefined, { authorization: 'Bearer tk_nobody' }),
    '403 forbidden': async ({ world, owner }) => (await apiFor(world, owner, { scopes: [] }))('GET', '/stream'),
    '429 rate_limited': broken('limited', '/stream'),
    '500 internal': broken('failing', '/stream'),
    '503 database_unavailable': broken('unavailable', '/stream'),
  }),
  ...scenariosOf('exportEvents', {
    '200': async (scene) => {
      await scene.timer();
      await exportedEvents(scene, 'csv');
      return exportedEvents(scene, 'jsonl');
    },
    '400 input_invalid': ({ api }) => api('GET', '/events/export?format=xlsx'),
    '401 unauthenticated': ({ nobody }) => nobody('GET', '/events/export'),
    '401 api_key_invalid': ({ nobody }) =>
      nobody('GET', '/events/export', undefined, { authorization: 'Bearer tk_nobody' }),
    '403 forbidden': async ({ world, owner }) => (await apiFor(world, owner, { scopes: [] }))('GET', '/events/export'),
    '429 rate_limited': broken('limited', '/events/export'),
    '500 internal': broken('failing', '/events/export'),
    '503 database_unavailable': broken('unavailable', '/events/export'),
    '503 too_many_reads': broken('crowded', '/events/export'),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/events/export', tables: 'events' }),
  }),
  ...scenariosOf('getOperations', {
    200: async (scene) => {
      await operatedMinutes(scene.world);
      return scene.api('GET', '/operations?window=24h');
    },
  }),
  ...scenariosOf('getOpenApi', {
    200: ({ nobody }) => nobody('GET', '/openapi.json'),
    304: async ({ nobody }) => {
      const { headers } = await nobody('GET', '/openapi.json');
      return nobody('GET', '/openapi.json', undefined, { 'if-none-match': headers.get('etag') ?? '' });
    },
    '429 rate_limited': broken('limited', '/openapi.json'),
  }),
];
