import { APP_URL, type ApiAnswer, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { brokenApis } from '#/test/contract/broken-apis.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const MARCH = 'from=2026-03-01&to=2026-03-31';
const EXPORT = `/reports/export?${MARCH}`;

const broken =
  (kind: 'limited' | 'failing' | 'unavailable', path: string): Scenario['request'] =>
  async ({ world, owner }) =>
    (await brokenApis(world).clientFor(kind, owner))('GET', path);

/** A file, held against the document. */
async function file({ world, owner }: Scene, path: string): Promise<ApiAnswer<unknown>> {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const response = await apiOf(world).request(`${APP_URL}/api/v1${path}`, { headers });
  const contentType = response.headers.get('content-type')?.split(';')[0] ?? null;
  const answer = { status: response.status, headers: response.headers, body: await response.text() };
  expectDocumented({ method: 'GET', path, contentType, status: answer.status, body: answer.body });
  return answer;
}

/** With a limit of one entry at once, and two of them. */
async function tooLarge(scene: Scene): Promise<ApiAnswer<unknown>> {
  for (const title of ['one', 'two']) await scene.api('POST', '/timers/start', { title, on_conflict: 'switch' });
  const before = process.env.EXPORT_DIRECT_ROWS;
  process.env.EXPORT_DIRECT_ROWS = '1';
  try {
    return await scene.api('GET', EXPORT);
  } finally {
    process.env.EXPORT_DIRECT_ROWS = before ?? '';
  }
}

export const exportScenarios: Scenario[] = [
  ...scenariosOf('exportReport', {
    200: async (scene) => {
      await scene.timer();
      for (const format of ['csv', 'xlsx', 'pdf']) await file(scene, `${EXPORT}&format=${format}`);
      return file(scene, `${EXPORT}&format=jsonl`);
    },
    '400 input_invalid': ({ api }) => api('GET', `${EXPORT}&format=doc`),
    '400 range_invalid': ({ api }) => api('GET', '/reports/export?from=2026-03-02&to=2026-03-01'),
    '400 timesheet_of_many': async ({ api, owner, member }) => {
      const { actor } = await member('member');
      return api('GET', `${EXPORT}&format=pdf&user_id=${actor.userId},${owner.actor.userId}`);
    },
    '400 export_too_large': tooLarge,
    '401 unauthenticated': ({ nobody }) => nobody('GET', EXPORT),
    '401 api_key_invalid': ({ nobody }) => nobody('GET', EXPORT, undefined, { authorization: 'Bearer tk_nobody' }),
    '403 forbidden': async ({ world, owner }) => (await apiFor(world, owner, { scopes: [] }))('GET', EXPORT),
    '429 rate_limited': broken('limited', EXPORT),
    '500 internal': broken('failing', EXPORT),
    '503 database_unavailable': broken('unavailable', EXPORT),
  }),
];
