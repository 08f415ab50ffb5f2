import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { healthResponse } from '#/lib/api/health/health-response.ts';
import { newId } from '#/lib/core/ids.ts';
import { APP_URL, type ApiAnswer, apiFor, apiKeyFor, apiOf, clientWith } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { serveApi } from '#/test/api-server.ts';
import { brokenApis, oneAMinute } from '#/test/contract/broken-apis.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import type { World } from '#/test/world.ts';

/** The setting's default. */
const STREAMS_PER_KEY = 50;

/** A stream of the key's, which can be left. */
async function openStream(world: World, secret: string) {
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${secret}` };
  const request = new Request(`${APP_URL}/api/v1/stream`, { headers, signal: leave.signal });
  const response = await apiOf(world).request(request);
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const end = async () => {
    await reader?.cancel();
    leave.abort();
  };
  return { response, first, end };
}

/** The first message of a stream, which is then left. */
async function firstOfStream({ world, owner }: Scene): Promise<ApiAnswer<unknown>> {
  const { response, first, end } = await openStream(world, await apiKeyFor(world, owner));
  await end();
  const contentType = response.headers.get('content-type')?.split(';')[0] ?? null;
  expectDocumented({ method: 'GET', path: '/stream', contentType, status: response.status, body: first });
  return { status: response.status, headers: response.headers, body: first };
}

/** What one stream more than a key may have is told. */
async function oneTooMany({ world, owner }: Scene): Promise<ApiAnswer<unknown>> {
  const secret = await apiKeyFor(world, owner);
  const open = await Promise.all(Array.from({ length: STREAMS_PER_KEY }, () => openStream(world, secret)));
  try {
    return await clientWith(world, { authorization: `Bearer ${secret}` })('GET', '/stream');
  } finally {
    for (const stream of open) await stream.end();
  }
}

const broken =
  (kind: 'limited' | 'failing' | 'unavailable', path: string): Scenario['request'] =>
  async ({ world, owner }) =>
    (await brokenApis(world).clientFor(kind, owner))('GET', path);

/** Asks for an upgrade at a real server, which Hono alone knows nothing of. */
async function askForSocket(world: World, secret: string, server = serveApi(world)): Promise<ApiAnswer<unknown>> {
  const { url } = await server;
  const headers = { authorization: `Bearer ${secret}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('upgrade', ({ statusCode = 0, headers }) => {
      resolve({ status: statusCode, headers: new Headers(headers as Record<string, string>), body: null });
      socket.on('error', () => {});
      socket.terminate();
    });
    socket.on('unexpected-response', async (_request, response) => {
      const body = JSON.parse(await text(response));
      const { statusCode: status = 0, headers } = response;
      expectDocumented({ method: 'GET', path: '/ws', contentType: headers['content-type'] ?? null, status, body });
      resolve({ status, headers: new Headers(headers as Record<string, string>), body });
    });
    socket.on('error', reject);
  });
}

/** A socket beside as many streams as a key may have. */
async function oneSocketTooMany({ world, owner }: Scene): Promise<ApiAnswer<unknown>> {
  const secret = await apiKeyFor(world, owner);
  const open = await Promise.all(Array.from({ length: STREAMS_PER_KEY }, () => openStream(world, secret)));
  try {
    return await askForSocket(world, secret);
  } finally {
    for (const stream of open) await stream.end();
  }
}

/** A second one, where one request a minute is all one may ask. */
async function oneSocketTooSoon({ world, owner }: Scene): Promise<ApiAnswer<unknown>> {
  const secret = await apiKeyFor(world, owner);
  const server = serveApi(world, { limits: oneAMinute(world) });
  await askForSocket(world, secret, server);
  return askForSocket(world, secret, server);
}

/** What a monitor is told, held against the document. */
async function health({ world: { db, clock } }: Scene, path: string): Promise<ApiAnswer<unknown>> {
  const { status, headers, body } = await healthResponse(path, { db, clock }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: path === '/ping' ? await response.text() : await response.json(),
  }));
  const contentType = headers.get('content-type')?.split(';')[0] ?? null;
  expectDocumented({ method: 'GET', path, contentType, status, body });
  return { status, headers, body };
}

/** With a worker that was just seen. */
async function readyToServe(scene: Scene): Promise<ApiAnswer<unknown>> {
  const { db, clock } = scene.world;
  const now = await clock.now();
  const worker = await db.worker.create({
    data: { id: newId(), host: 'test', pid: 1, version: 'test', startedAt: now, seenAt: now },
  });
  const answer = await health(scene, '/api/ready');
  await db.worker.delete({ where: { id: worker.id } });
  return answer;
}

export const serviceScenarios: Scenario[] = [
  ...scenariosOf('openSocket', {
    101: async ({ world, owner }) => askForSocket(world, await apiKeyFor(world, owner)),
    '401 api_key_invalid': ({ world }) => askForSocket(world, 'tk_nobody'),
    '429 too_many_streams': oneSocketTooMany,
    '429 rate_limited': oneSocketTooSoon,
  }),
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
  ...scenariosOf('getOpenApi', {
    200: ({ nobody }) => nobody('GET', '/openapi.json'),
    '429 rate_limited': broken('limited', '/openapi.json'),
  }),
];
