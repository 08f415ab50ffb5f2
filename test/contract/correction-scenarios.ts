import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { apiFor } from '#/test/api-client.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

type Seen = { id: string; version: number };
const PAST = '2026-03-09T09:00:00Z';
const ENTRY = { spans: [{ started_at: PAST, ended_at: '2026-03-09T10:30:00Z' }] };
const LATER = { spans: [{ started_at: '2026-03-09T12:00:00Z', ended_at: '2026-03-09T13:00:00Z' }] };
const CLOSED = { closed_through: '2026-03-09' };
const AHEAD = { spans: [{ started_at: PAST, ended_at: '2026-03-11T09:00:00Z' }] };

async function entry(scene: Scene, body: object = ENTRY): Promise<Seen> {
  const { body: response } = await scene.api<{ timer: Seen }>('POST', '/timers', body);
  return response.timer;
}

async function running(scene: Scene): Promise<Seen> {
  return { id: await scene.timer(), version: 1 };
}

const edit = ({ id, version }: Seen, what: object) => ({ timers: [{ timer_id: id, version, ...what }] });

/** A correction of an hour and a half. */
export async function newCorrection(scene: Scene, what: object = { title: 'Reviewed the limits' }): Promise<string> {
  const body = edit(await entry(scene, { ...ENTRY, spans: await freeSpans(scene) }), what);
  return correctionOf(scene, body);
}

const correctionOf = (scene: Scene, body: object) =>
  scene.made('/corrections', body, (made: { correction: { id: string } }) => made.correction.id);

/** A stretch without recorded time. */
async function freeSpans(scene: Scene) {
  const { body } = await scene.api<{ timers: unknown[] }>('GET', '/timers');
  const from = Date.parse('2026-03-01T00:00:00Z') + body.timers.length * 3_600_000;
  return [{ started_at: new Date(from).toISOString(), ended_at: new Date(from + 1_800_000).toISOString() }];
}

/** Requests that reject a correction, for each operation. */
function rejected(path: string): Record<string, Scenario['request']> {
  const send = (scene: Scene, body: object) => scene.api('POST', path, body);
  return {
    '400 time_in_future': async (scene) => send(scene, edit(await entry(scene), AHEAD)),
    '404 timer_not_found': (scene) => send(scene, edit({ id: UNKNOWN_ID, version: 1 }, {})),
    '404 ticket_not_found': async (scene) => send(scene, edit(await entry(scene), { ticket_key: 'NO-1' })),
    '404 project_not_found': async (scene) => send(scene, edit(await entry(scene), { project_id: UNKNOWN_ID })),
    '404 member_not_found': async (scene) =>
      send(scene, { ...edit(await entry(scene), { user_id: UNKNOWN_ID }), reason: 'It was hers.' }),
    '409 timer_ended': async (scene) => send(scene, edit(await entry(scene), { status: 'discarded', ...ENTRY })),
    '409 timer_not_ended': async (scene) => {
      const { actor } = await scene.member('member');
      return send(scene, { ...edit(await running(scene), { user_id: actor.userId }), reason: 'It was hers.' });
    },
    '409 open_span_mismatch': async (scene) => send(scene, edit(await running(scene), ENTRY)),
    '409 time_overlaps': async (scene) => {
      await entry(scene, LATER);
      return send(scene, edit(await entry(scene), LATER));
    },
    '409 cap_reached': async (scene) => {
      await scene.api('PATCH', '/workspace', { cap_seconds: 3600 });
      const spans = [{ started_at: '2026-03-10T07:00:00Z', ended_at: null }];
      return send(scene, edit(await running(scene), { spans }));
    },
    '409 time_closed': async (scene) => {
      const api = await apiFor(scene.world, await scene.member('member'));
      const { body } = await api<{ timer: Seen }>('POST', '/timers', ENTRY);
      await scene.api('PATCH', '/workspace', CLOSED);
      return api('POST', path, edit(body.timer, { title: 'Other' }));
    },
    '412 timer_version_mismatch': async (scene) => send(scene, edit({ ...(await entry(scene)), version: 99 }, {})),
  };
}

const revert = (scene: Scene, id: string, reason = '') => scene.api('POST', `/corrections/${id}/revert`, { reason });

/** Requests that reject a revert, and its preview. */
function revertRejected(
  send: (scene: Scene, id: string, api?: Scene['api']) => ReturnType<Scenario['request']>,
): Record<string, Scenario['request']> {
  return {
    '404 correction_not_found': (scene) => send(scene, UNKNOWN_ID),
    '404 member_not_found': async (scene) => {
      const { actor } = await scene.member('member');
      const given = { ...edit(await entry(scene), { user_id: actor.userId }), reason: 'It was hers.' };
      const id = await correctionOf(scene, given);
      const { body } = await scene.api<{ timers: { after: Seen }[] }>('GET', `/corrections/${id}`);
      const back = {
        ...edit(body.timers[0]?.after as Seen, { user_id: scene.owner.actor.userId }),
        reason: 'It was not.',
      };
      const backId = await correctionOf(scene, back);
      await scene.api('DELETE', `/members/${actor.userId}`);
      return send(scene, backId);
    },
    '409 correction_reverted': async (scene) => {
      const id = await newCorrection(scene);
      await revert(scene, id);
      return send(scene, id);
    },
    '409 time_overlaps': async (scene) => {
      const id = await correctionOf(scene, edit(await entry(scene), LATER));
      await entry(scene);
      return send(scene, id);
    },
    '409 time_closed': async (scene) => {
      const api = await apiFor(scene.world, await scene.member('member'));
      const { body } = await api<{ timer: Seen }>('POST', '/timers', ENTRY);
      const created = await api<{ correction: { id: string } }>(
        'POST',
        '/corrections',
        edit(body.timer, { title: 'Other' }),
      );
      await scene.api('PATCH', '/workspace', CLOSED);
      return send(scene, created.body.correction.id, api);
    },
    '409 timers_disabled': async (scene) => {
      const id = await correctionOf(scene, edit(await running(scene), { status: 'stopped' }));
      await scene.api('PATCH', '/workspace', { timers_disabled: true });
      return send(scene, id);
    },
    '412 timer_version_mismatch': async (scene) => {
      const timer = await entry(scene);
      const id = await correctionOf(scene, edit(timer, { title: 'Other' }));
      await scene.api('PATCH', `/timers/${timer.id}`, { title: 'Another' });
      return send(scene, id);
    },
  };
}

export const correctionScenarios: Scenario[] = [
  ...scenariosOf('listTeamTimers', {
    200: async (scene) => {
      await entry(scene);
      return scene.api('GET', '/team/timers?date=2026-03-09');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/team/timers?cursor=abc'),
    '404 member_not_found': ({ api }) => api('GET', `/team/timers?user_id=${UNKNOWN_ID}`),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/team/timers', tables: 'timers' }),
  }),
  ...scenariosOf('listCorrections', {
    200: async (scene) => {
      await newCorrection(scene);
      return scene.api('GET', '/corrections');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/corrections?cursor=abc'),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/corrections', tables: 'corrections' }),
  }),
  ...scenariosOf('getCorrection', {
    200: async (scene) => scene.api('GET', `/corrections/${await newCorrection(scene)}`),
    '404 correction_not_found': ({ api }) => api('GET', `/corrections/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('createCorrection', {
    201: async (scene) =>
      scene.api('POST', '/corrections', { ...BODY_EXAMPLES.createCorrection, ...edit(await entry(scene), LATER) }),
    ...rejected('/corrections'),
  }),
  ...scenariosOf('previewCorrection', {
    200: async (scene) => scene.api('POST', '/corrections/preview', edit(await entry(scene), LATER)),
    ...rejected('/corrections/preview'),
  }),
  ...scenariosOf('revertCorrection', {
    201: async (scene) => revert(scene, await newCorrection(scene)),
    ...revertRejected((scene, id, api = scene.api) =>
      api('POST', `/corrections/${id}/revert`, { reason: 'It was right as it was.' }),
    ),
  }),
  ...scenariosOf('previewRevertCorrection', {
    200: async (scene) => scene.api('POST', `/corrections/${await newCorrection(scene)}/revert/preview`, {}),
    ...revertRejected((scene, id, api = scene.api) => api('POST', `/corrections/${id}/revert/preview`, {})),
  }),
];
