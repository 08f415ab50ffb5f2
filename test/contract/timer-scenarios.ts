import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { MAX_SPANS } from '#/lib/tracking/spans/span.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { disableTimers, OLD_VERSION, STRICT, stopped } from '#/test/contract/timer-states.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

/** Requests of a verb that changes the state of a running timer. */
function changes(operationId: string, verb: string, ended: Record<string, Scenario['request']>): Scenario[] {
  const act = (scene: Scene, id: string, headers = {}) => scene.api('POST', `/timers/${id}/${verb}`, {}, headers);
  return scenariosOf(operationId, {
    200: async (scene) => act(scene, await scene.timer()),
    '404 timer_not_found': async (scene) => act(scene, UNKNOWN_ID),
    ...ended,
  });
}

async function paused(scene: Scene): Promise<string> {
  const id = await scene.timer();
  await scene.api('POST', `/timers/${id}/pause`);
  return id;
}

const [PAST, AHEAD] = ['2026-03-09T09:00:00Z', '2026-03-11T09:00:00Z'];
const CUT = '2026-03-09T10:00:00Z';
const ENTRY = { spans: [{ started_at: PAST, ended_at: '2026-03-09T10:30:00Z' }] };

/** An offline action on an outdated version of the timer. */
const collides = (scene: Scene, id: string, verb: string) =>
  scene.api('POST', `/timers/${id}/${verb}`, { offline_age_ms: 60_000 }, OLD_VERSION);

/** The maximum of spans in one timer, of half a minute each. */
const FULL = {
  spans: Array.from({ length: MAX_SPANS }, (_, index) => {
    const from = Date.parse(PAST) + index * MINUTE_MS;
    return { started_at: new Date(from).toISOString(), ended_at: new Date(from + MINUTE_MS / 2).toISOString() };
  }),
};

/** Time that was added by hand. */
const added = (scene: Scene, entry: object = ENTRY) =>
  scene.made('/timers', entry, (response: { timer: { id: string } }) => response.timer.id);

async function discarded(scene: Scene): Promise<string> {
  const id = await scene.timer();
  await scene.api('POST', `/timers/${id}/discard`);
  return id;
}

const mergeWith = (scene: Scene, id: string, timer_id: string) =>
  scene.api('POST', `/timers/${id}/merge`, { timer_id });

/** Closes all time before today; `id` is a timer recorded then. */
async function closed(scene: Scene, id = added(scene)): Promise<string> {
  const past = await id;
  await scene.api('PATCH', '/workspace', { closed_through: '2026-03-09' });
  return past;
}

const undoStop = (scene: Scene, id: string) => scene.api('POST', `/timers/${id}/undo-stop`, {});

/** Advances the clock, and resets it for the following scenarios. */
async function later<T>({ world: { clock } }: Scene, happens: () => Promise<T>): Promise<T> {
  const today = await clock.now();
  try {
    return await happens();
  } finally {
    clock.set(today);
  }
}

export const timerScenarios: Scenario[] = [
  ...scenariosOf('startTimer', {
    201: ({ api }) => api('POST', '/timers/start', BODY_EXAMPLES.startTimer),
    '400 expected_end_past': ({ api }) => api('POST', '/timers/start', { expected_end_at: '2020-01-01T00:00:00Z' }),
    '404 ticket_not_found': ({ api }) => api('POST', '/timers/start', { ticket_key: 'NO-1' }),
    '404 project_not_found': ({ api }) => api('POST', '/timers/start', { project_id: UNKNOWN_ID }),
    '409 timer_already_running': async (scene) => {
      await scene.timer();
      return scene.api('POST', '/timers/start', {});
    },
    '409 timers_disabled': async (scene) => {
      await disableTimers(scene);
      return scene.api('POST', '/timers/start', {});
    },
    '409 plan_strict': async (scene) => {
      await scene.timer(STRICT);
      return scene.api('POST', '/timers/start', { on_conflict: 'pause' });
    },
    '400 time_in_future': ({ api }) => api('POST', '/timers/start', { started_at: AHEAD }),
    '400 time_too_early': ({ api }) => api('POST', '/timers/start', { started_at: '2026-03-08T09:00:00Z' }),
    '409 time_overlaps': async (scene) => {
      await added(scene);
      return scene.api('POST', '/timers/start', { started_at: '2026-03-09T10:00:00Z' });
    },
    '409 cap_reached': async (scene) => {
      await scene.api('PATCH', '/workspace', { cap_seconds: 3600 });
      return scene.api('POST', '/timers/start', { started_at: '2026-03-10T08:00:00Z' });
    },
    '409 time_closed': async (scene) => {
      await closed(scene);
      return scene.api('POST', '/timers/start', { started_at: '2026-03-09T20:00:00Z' });
    },
    '409 intent_collides': async (scene) => {
      await scene.timer();
      return scene.api('POST', '/timers/start', { offline_age_ms: 60_000, on_conflict: 'switch' });
    },
  }),
  ...scenariosOf('addTimer', {
    201: ({ api }) => api('POST', '/timers', BODY_EXAMPLES.addTimer),
    '400 time_in_future': ({ api }) => api('POST', '/timers', { spans: [{ started_at: PAST, ended_at: AHEAD }] }),
    '404 ticket_not_found': ({ api }) => api('POST', '/timers', { ...ENTRY, ticket_key: 'NO-1' }),
    '404 project_not_found': ({ api }) => api('POST', '/timers', { ...ENTRY, project_id: UNKNOWN_ID }),
    '409 time_overlaps': async (scene) => {
      await added(scene);
      return scene.api('POST', '/timers', ENTRY);
    },
    '409 time_closed': async (scene) => {
      await closed(scene, stopped(scene));
      return scene.api('POST', '/timers', ENTRY);
    },
  }),
  ...scenariosOf('correctTimer', {
    200: async (scene) => scene.api('PUT', `/timers/${await added(scene)}/spans`, BODY_EXAMPLES.correctTimer),
    '400 time_in_future': async (scene) =>
      scene.api('PUT', `/timers/${await added(scene)}/spans`, { spans: [{ started_at: PAST, ended_at: AHEAD }] }),
    '404 timer_not_found': ({ api }) => api('PUT', `/timers/${UNKNOWN_ID}/spans`, ENTRY),
    '409 timer_ended': async (scene) => scene.api('PUT', `/timers/${await discarded(scene)}/spans`, ENTRY),
    '409 open_span_mismatch': async (scene) => scene.api('PUT', `/timers/${await scene.timer()}/spans`, ENTRY),
    '409 time_overlaps': async (scene) => {
      await added(scene);
      return scene.api('PUT', `/timers/${await stopped(scene)}/spans`, ENTRY);
    },
    '409 cap_reached': async (scene) =>
      scene.api('PUT', `/timers/${await scene.timer()}/spans`, { spans: [{ started_at: PAST, ended_at: null }] }),
    '409 time_closed': async (scene) =>
      scene.api('PUT', `/timers/${await closed(scene)}/spans`, { spans: [{ started_at: PAST, ended_at: CUT }] }),
  }),
  ...scenariosOf('splitTimer', {
    200: async (scene) => scene.api('POST', `/timers/${await added(scene)}/split`, BODY_EXAMPLES.splitTimer),
    '400 time_in_future': async (scene) => scene.api('POST', `/timers/${await added(scene)}/split`, { at: AHEAD }),
    '400 split_outside': async (scene) => scene.api('POST', `/timers/${await added(scene)}/split`, { at: PAST }),
    '404 timer_not_found': ({ api }) => api('POST', `/timers/${UNKNOWN_ID}/split`, { at: PAST }),
    '409 timer_ended': async (scene) => scene.api('POST', `/timers/${await discarded(scene)}/split`, { at: PAST }),
    '409 time_closed': async (scene) => scene.api('POST', `/timers/${await closed(scene)}/split`, { at: CUT }),
  }),
  ...scenariosOf('mergeTimers', {
    200: async (scene) => mergeWith(scene, await added(scene), await stopped(scene)),
    '400 merge_with_itself': async (scene) => {
      const id = await added(scene);
      return mergeWith(scene, id, id);
    },
    '404 timer_not_found': async (scene) => mergeWith(scene, await added(scene), UNKNOWN_ID),
    '409 timer_ended': async (scene) => mergeWith(scene, await added(scene), await discarded(scene)),
    '409 too_many_spans': async (scene) => mergeWith(scene, await stopped(scene), await added(scene, FULL)),
    '409 cap_reached': async (scene) => {
      await scene.api('PATCH', '/workspace', { cap_seconds: 3600 });
      return mergeWith(scene, await scene.timer(), await added(scene));
    },
    '409 time_closed': async (scene) => mergeWith(scene, await stopped(scene), await closed(scene)),
  }),
  ...changes('pauseTimer', 'pause', {
    '409 timer_ended': async (scene) => scene.api('POST', `/timers/${await stopped(scene)}/pause`),
    '409 intent_collides': async (scene) => collides(scene, await scene.timer(), 'pause'),
    '409 plan_strict': async (scene) => scene.api('POST', `/timers/${await scene.timer(STRICT)}/pause`),
  }),
  ...changes('resumeTimer', 'resume', {
    '409 timer_ended': async (scene) => scene.api('POST', `/timers/${await stopped(scene)}/resume`),
    '409 too_many_spans': async (scene) => {
      const id = await paused(scene);
      await scene.api('PUT', `/timers/${id}/spans`, FULL);
      return scene.api('POST', `/timers/${id}/resume`);
    },
    '409 timer_already_running': async (scene) => {
      const id = await paused(scene);
      await scene.timer();
      return scene.api('POST', `/timers/${id}/resume`, { on_conflict: 'reject' });
    },
    '409 timers_disabled': async (scene) => {
      const id = await paused(scene);
      await disableTimers(scene);
      return scene.api('POST', `/timers/${id}/resume`);
    },
    '409 intent_collides': async (scene) => collides(scene, await paused(scene), 'resume'),
    '409 plan_strict': async (scene) => {
      const id = await paused(scene);
      await scene.timer(STRICT);
      return scene.api('POST', `/timers/${id}/resume`, { on_conflict: 'pause' });
    },
  }),
  ...changes('stopTimer', 'stop', {
    '409 intent_collides': async (scene) => collides(scene, await scene.timer(), 'stop'),
  }),
  ...changes('discardTimer', 'discard', {
    '409 time_closed': async (scene) => scene.api('POST', `/timers/${await closed(scene)}/discard`),
  }),
  ...changes('reviewTimer', 'review', {}),
  ...changes('restoreTimer', 'restore', {
    '409 time_overlaps': async (scene) => {
      const id = await added(scene);
      await scene.api('POST', `/timers/${id}/discard`);
      await added(scene);
      return scene.api('POST', `/timers/${id}/restore`);
    },
    '409 time_closed': async (scene) => {
      const id = await added(scene);
      await scene.api('POST', `/timers/${id}/discard`);
      await closed(scene, stopped(scene));
      return scene.api('POST', `/timers/${id}/restore`);
    },
  }),
  ...scenariosOf('undoStop', {
    200: async (scene) => undoStop(scene, await stopped(scene)),
    '404 timer_not_found': (scene) => undoStop(scene, UNKNOWN_ID),
    '409 stop_not_undoable': async (scene) => undoStop(scene, await added(scene)),
    '409 timer_already_running': async (scene) => {
      const id = await stopped(scene);
      await scene.timer();
      return undoStop(scene, id);
    },
    '409 timers_disabled': async (scene) => {
      const id = await stopped(scene);
      await disableTimers(scene);
      return undoStop(scene, id);
    },
    '409 time_overlaps': (scene) =>
      later(scene, async () => {
        const id = await stopped(scene);
        scene.world.clock.advance(MINUTE_MS);
        const other = await scene.timer();
        scene.world.clock.advance(MINUTE_MS);
        await scene.api('POST', `/timers/${other}/stop`);
        return undoStop(scene, id);
      }),
    '409 time_closed': (scene) =>
      later(scene, async () => {
        scene.world.clock.set('2026-03-10T22:59:00Z');
        const id = await stopped(scene);
        scene.world.clock.advance(5 * MINUTE_MS);
        await scene.api('PATCH', '/workspace', { closed_through: '2026-03-10' });
        return undoStop(scene, id);
      }),
  }),
  ...scenariosOf('editTimer', {
    200: async (scene) => scene.api('PATCH', `/timers/${await scene.timer()}`, BODY_EXAMPLES.editTimer),
    '404 timer_not_found': ({ api }) => api('PATCH', `/timers/${UNKNOWN_ID}`, { title: 'x' }),
    '404 ticket_not_found': async (scene) =>
      scene.api('PATCH', `/timers/${await scene.timer()}`, { ticket_key: 'NO-1' }),
    '404 project_not_found': async (scene) =>
      scene.api('PATCH', `/timers/${await scene.timer()}`, { project_id: UNKNOWN_ID }),
    '409 timer_ended': async (scene) => {
      const id = await scene.timer();
      await scene.api('POST', `/timers/${id}/discard`);
      return scene.api('PATCH', `/timers/${id}`, { title: 'x' });
    },
    '409 time_closed': async (scene) => scene.api('PATCH', `/timers/${await closed(scene)}`, { title: 'x' }),
  }),
  ...scenariosOf('getCurrentTimer', { 200: ({ api }) => api('GET', '/timers/current') }),
  ...scenariosOf('getTimer', {
    200: async (scene) => scene.api('GET', `/timers/${await scene.timer()}`),
    '404 timer_not_found': ({ api }) => api('GET', `/timers/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('listTimers', {
    200: async (scene) => {
      await scene.timer();
      return scene.api('GET', '/timers?date=2026-03-10');
    },
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/timers?date=2026-03-10', tables: 'timers' }),
    '400 time_zone_unknown': ({ api }) => api('GET', '/timers?time_zone=Mars/Olympus'),
    '400 range_invalid': ({ api }) => api('GET', '/timers?from=2026-03-10&to=2026-03-01'),
    '400 cursor_invalid': ({ api }) => api('GET', '/timers?cursor=x'),
    '404 member_not_found': ({ api }) => api('GET', `/timers?user_id=${UNKNOWN_ID}`),
  }),
];
