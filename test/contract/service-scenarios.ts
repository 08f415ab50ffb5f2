import { APP_URL, type ApiAnswer, apiFor, apiKeyFor, apiOf, clientWith } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { brokenApis } from '#/test/contract/broken-apis.ts';
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

export const serviceScenarios: Scenario[] = [
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
