import { writeExport } from '#/lib/analytics/exports/write-export.ts';
import { APP_URL, type ApiResponse, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { type Broken, brokenApis } from '#/test/contract/broken-apis.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

const MARCH = 'from=2026-03-01&to=2026-03-31';
export const EXPORT = `/reports/export?${MARCH}`;

const broken =
  (kind: Broken, path: string): Scenario['request'] =>
  async ({ world, owner }) =>
    (await brokenApis(world).clientFor(kind, owner))('GET', path);

/** A file, checked against the document. */
export async function exportedFile({ world, owner }: Scene, path: string): Promise<ApiResponse<unknown>> {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const response = await apiOf(world).request(`${APP_URL}/api/v1${path}`, { headers });
  const contentType = response.headers.get('content-type')?.split(';')[0] ?? null;
  const reply = { status: response.status, headers: response.headers, body: await response.text() };
  expectDocumented({ method: 'GET', path, contentType, status: reply.status, body: reply.body });
  return reply;
}

/** With a limit of one entry at once, and two entries. */
async function tooLarge(scene: Scene, send: () => Promise<ApiResponse<unknown>>): Promise<ApiResponse<unknown>> {
  for (const title of ['one', 'two']) await scene.api('POST', '/timers/start', { title, on_conflict: 'switch' });
  const before = process.env.EXPORT_DIRECT_ROWS;
  process.env.EXPORT_DIRECT_ROWS = '1';
  try {
    return await send();
  } finally {
    process.env.EXPORT_DIRECT_ROWS = before ?? '';
  }
}

const request = (scene: Scene, body: object = {}) =>
  scene.api<{ export: { id: string } }>('POST', '/reports/exports', { from: '2026-03-01', to: '2026-03-31', ...body });

/** The id of an export that no worker has started. */
export async function newExport(scene: Scene): Promise<string> {
  return (await request(scene)).body.export.id;
}

/** The id of an export whose file is ready. */
export async function writtenExport(scene: Scene): Promise<string> {
  await scene.timer();
  const id = await newExport(scene);
  const { db, clock } = scene.world;
  await writeExport({ db, clock, requestId: null }, id);
  return id;
}

export const fileOf = (id: string) => `/reports/exports/${id}/file`;

/** A new calendar URL, below `/api/v1`. */
export async function newCalendarPath({ session }: Scene): Promise<string> {
  const { body } = await session<{ url: string }>('POST', '/me/calendar-feed');
  return new URL(body.url).pathname.replace('/api/v1', '');
}

const NO_CALENDAR = `/calendar-feeds/${'x'.repeat(43)}.ics`;

export const exportScenarios: Scenario[] = [
  ...scenariosOf('exportReport', {
    200: async (scene) => {
      await scene.timer();
      for (const format of ['csv', 'xlsx', 'pdf']) await exportedFile(scene, `${EXPORT}&format=${format}`);
      return exportedFile(scene, `${EXPORT}&format=jsonl`);
    },
    '400 input_invalid': ({ api }) => api('GET', `${EXPORT}&format=doc`),
    '400 range_invalid': ({ api }) => api('GET', '/reports/export?from=2026-03-02&to=2026-03-01'),
    '400 timesheet_of_many': async ({ api, owner, member }) => {
      const { actor } = await member('member');
      return api('GET', `${EXPORT}&format=pdf&user_id=${actor.userId},${owner.actor.userId}`);
    },
    '400 export_too_large': (scene) => tooLarge(scene, () => scene.api('GET', EXPORT)),
    '400 timesheet_too_long': (scene) => tooLarge(scene, () => scene.api('GET', `${EXPORT}&format=pdf`)),
    '401 unauthenticated': ({ nobody }) => nobody('GET', EXPORT),
    '401 api_key_invalid': ({ nobody }) => nobody('GET', EXPORT, undefined, { authorization: 'Bearer tk_nobody' }),
    '403 forbidden': async ({ world, owner }) => (await apiFor(world, owner, { scopes: [] }))('GET', EXPORT),
    '429 rate_limited': broken('limited', EXPORT),
    '500 internal': broken('failing', EXPORT),
    '503 database_unavailable': broken('unavailable', EXPORT),
    '503 too_many_reads': broken('crowded', EXPORT),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: EXPORT, tables: 'timer_spans' }),
  }),
  ...scenariosOf('requestExport', {
    201: (scene) => request(scene),
    '400 range_invalid': (scene) => request(scene, { to: '2026-02-01' }),
    '400 timesheet_of_many': async (scene) => {
      const { actor } = await scene.member('member');
      return request(scene, { format: 'pdf', user_id: `${actor.userId},${scene.owner.actor.userId}` });
    },
    '400 timesheet_too_long': (scene) => tooLarge(scene, () => request(scene, { format: 'pdf' })),
    '409 too_many_exports': async (scene) => {
      for (let open = 0; open < 5; open += 1) await request(scene);
      return request(scene);
    },
  }),
  ...scenariosOf('listExports', {
    200: async (scene) => {
      await writtenExport(scene);
      return scene.api('GET', '/reports/exports');
    },
  }),
  ...scenariosOf('getExport', {
    200: async (scene) => scene.api('GET', `/reports/exports/${await newExport(scene)}`),
    '404 export_not_found': ({ api }) => api('GET', `/reports/exports/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('cancelExport', {
    200: async (scene) => scene.api('POST', `/reports/exports/${await newExport(scene)}/cancel`),
    '404 export_not_found': ({ api }) => api('POST', `/reports/exports/${UNKNOWN_ID}/cancel`),
  }),
  ...scenariosOf('downloadExport', {
    200: async (scene) => exportedFile(scene, fileOf(await writtenExport(scene))),
    '400 input_invalid': ({ api }) => api('GET', fileOf('abc')),
    '401 unauthenticated': ({ nobody }) => nobody('GET', fileOf(UNKNOWN_ID)),
    '401 api_key_invalid': ({ nobody }) =>
      nobody('GET', fileOf(UNKNOWN_ID), undefined, { authorization: 'Bearer tk_nobody' }),
    '403 forbidden': async ({ world, owner }) =>
      (await apiFor(world, owner, { scopes: [] }))('GET', fileOf(UNKNOWN_ID)),
    '404 export_not_found': ({ api }) => api('GET', fileOf(UNKNOWN_ID)),
    '409 export_not_ready': async (scene) => scene.api('GET', fileOf(await newExport(scene))),
    '410 export_expired': async (scene) => {
      const id = await writtenExport(scene);
      const expiresAt = await scene.world.clock.now();
      const finishedAt = new Date(expiresAt.getTime() - 1);
      await scene.world.db.export.update({ where: { id }, data: { expiresAt, finishedAt } });
      return scene.api('GET', fileOf(id));
    },
    '429 rate_limited': broken('limited', fileOf(UNKNOWN_ID)),
    '500 internal': broken('failing', fileOf(UNKNOWN_ID)),
    '503 database_unavailable': broken('unavailable', fileOf(UNKNOWN_ID)),
    '503 too_many_reads': broken('crowded', fileOf(UNKNOWN_ID)),
  }),
  ...scenariosOf('getCalendarFeed', {
    200: async (scene) => {
      await newCalendarPath(scene);
      return scene.session('GET', '/me/calendar-feed');
    },
  }),
  ...scenariosOf('replaceCalendarFeed', {
    201: ({ session }) => session('POST', '/me/calendar-feed'),
    '403 session_required': ({ api }) => api('POST', '/me/calendar-feed'),
  }),
  ...scenariosOf('revokeCalendarFeed', {
    200: async (scene) => {
      await newCalendarPath(scene);
      return scene.session('DELETE', '/me/calendar-feed');
    },
    '403 session_required': ({ api }) => api('DELETE', '/me/calendar-feed'),
  }),
  ...scenariosOf('readCalendarFeed', {
    200: async (scene) => scene.nobody('GET', await newCalendarPath(scene)),
    304: async (scene) => {
      const path = await newCalendarPath(scene);
      const { headers } = await scene.nobody('GET', path);
      return scene.nobody('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' });
    },
    '404 calendar_feed_not_found': ({ nobody }) => nobody('GET', NO_CALENDAR),
    '429 rate_limited': broken('limited', NO_CALENDAR),
    '500 internal': broken('failing', NO_CALENDAR),
    '503 database_unavailable': broken('unavailable', NO_CALENDAR),
    '503 too_many_reads': async (scene) => broken('crowded', await newCalendarPath(scene))(scene),
  }),
];
