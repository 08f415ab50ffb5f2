import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const OLD_VERSION = { 'if-match': '"99"' };

/** A running timer whose state is changed by this verb. */
function changes(operationId: string, verb: string, ended: Record<string, Scenario['request']>): Scenario[] {
  const press = (scene: Scene, id: string, headers = {}) => scene.api('POST', `/timers/${id}/${verb}`, {}, headers);
  return scenariosOf(operationId, {
    200: async (scene) => press(scene, await scene.timer()),
    '404 timer_not_found': async (scene) => press(scene, UNKNOWN_ID),
    '412 timer_version_mismatch': async (scene) => press(scene, await scene.timer(), OLD_VERSION),
    ...ended,
  });
}

async function stopped(scene: Scene): Promise<string> {
  const id = await scene.timer();
  await scene.api('POST', `/timers/${id}/stop`);
  return id;
}

async function paused(scene: Scene): Promise<string> {
  const id = await scene.timer();
  await scene.api('POST', `/timers/${id}/pause`);
  return id;
}

const disableTimers = (scene: Scene) => scene.api('PATCH', '/workspace', { timers_disabled: true });

export const timerScenarios: Scenario[] = [
  ...scenariosOf('startTimer', {
    201: ({ api }) => api('POST', '/timers/start', BODY_EXAMPLES.startTimer),
    '400 expected_end_past': ({ api }) => api('POST', '/timers/start', { expected_end: '2020-01-01T00:00:00Z' }),
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
  }),
  ...changes('pauseTimer', 'pause', {
    '409 timer_ended': async (scene) => scene.api('POST', `/timers/${await stopped(scene)}/pause`),
  }),
  ...changes('resumeTimer', 'resume', {
    '409 timer_ended': async (scene) => scene.api('POST', `/timers/${await stopped(scene)}/resume`),
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
  }),
  ...changes('stopTimer', 'stop', {}),
  ...changes('discardTimer', 'discard', {
    '409 timer_ended': async (scene) => scene.api('POST', `/timers/${await stopped(scene)}/discard`),
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
    '412 timer_version_mismatch': async (scene) =>
      scene.api('PATCH', `/timers/${await scene.timer()}`, { title: 'x' }, OLD_VERSION),
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
    '400 time_zone_unknown': ({ api }) => api('GET', '/timers?time_zone=Mars/Olympus'),
    '400 range_invalid': ({ api }) => api('GET', '/timers?from=2026-03-10&to=2026-03-01'),
    '400 cursor_invalid': ({ api }) => api('GET', '/timers?cursor=x'),
    '404 member_not_found': ({ api }) => api('GET', `/timers?user_id=${UNKNOWN_ID}`),
  }),
];
