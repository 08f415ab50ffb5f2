import { APP_URL, type ApiAnswer, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { brokenApis } from '#/test/contract/broken-apis.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

/** The first message of a stream, which is then left. */
async function firstOfStream({ world, owner }: Scene): Promise<ApiAnswer<unknown>> {
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const request = new Request(`${APP_URL}/api/v1/stream`, { headers, signal: leave.signal });
  const response = await apiOf(world).request(request);
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  const body = new TextDecoder().decode(value);
  await reader?.cancel();
  leave.abort();
  const contentType = response.headers.get('content-type')?.split(';')[0] ?? null;
  expectDocumented({ method: 'GET', path: '/stream', contentType, status: response.status, body });
  return { status: response.status, headers: response.headers, body };
}

const broken =
  (kind: 'limited' | 'failing' | 'unavailable', path: string): Scenario['request'] =>
  async ({ world, owner }) =>
    (await brokenApis(world).clientFor(kind, owner))('GET', path);

export const serviceScenarios: Scenario[] = [
  ...scenariosOf('stream', {
    200: firstOfStream,
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
