import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import type { AlarmState } from '#/test/alarm-rows.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

const PAST = '2020-01-01T00:00:00Z';
const NEVER = { hours: 999_999 };
const SECRETS_AT_ONCE = 20;

/** Sends to an alarm in this state. */
const to = (state: AlarmState, verb: string) => async (scene: Scene) =>
  scene.api('POST', `/alarms/${(await scene.alarm(state)).id}/${verb}`);
const moved =
  (state: AlarmState, body: object, headers = {}, alarm = {}) =>
  async (scene: Scene) =>
    scene.api('PATCH', `/alarms/${(await scene.alarm(state, alarm)).id}`, body, headers);
/** Creates an alarm with the external id of one in this state. */
const taken = (state: AlarmState, body: object) => async (scene: Scene) => {
  await scene.alarm(state, { external_id: 'order-42' });
  return scene.api('POST', '/alarms', { ...body, external_id: 'order-42' });
};
const read = (path: string) => async (scene: Scene) => {
  await scene.alarm('dead');
  return scene.api('GET', path);
};
const badCursor =
  (path: string): Scenario['request'] =>
  ({ api }) =>
    api('GET', `${path}?cursor=x`);

export const alarmScenarios: Scenario[] = [
  ...scenariosOf('createAlarm', {
    201: ({ api }) => api('POST', '/alarms', BODY_EXAMPLES.createAlarm),
    200: async ({ api }) => {
      await api('POST', '/alarms', BODY_EXAMPLES.createAlarm);
      return api('POST', '/alarms', BODY_EXAMPLES.createAlarm);
    },
    '400 due_in_past': ({ api }) => api('POST', '/alarms', { output_mode: 'event', fire_at: PAST }),
    '400 due_too_far': ({ api }) => api('POST', '/alarms', { output_mode: 'event', ...NEVER }),
    '409 external_id_taken': taken('scheduled', { delay: '2h', output_mode: 'event' }),
    '409 alarm_already_firing': taken('firing', { delay: '2h', output_mode: 'event', on_conflict: 'replace' }),
  }),
  ...scenariosOf('createAlarms', {
    200: ({ api }) => api('POST', '/alarms/batch', BODY_EXAMPLES.createAlarms),
    '400 batch_rejected': ({ api }) => api('POST', '/alarms/batch', { atomic: true, alarms: [{ delay: '1h' }, 7] }),
  }),
  ...scenariosOf('listAlarms', {
    200: read('/alarms'),
    '400 cursor_invalid': badCursor('/alarms'),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/alarms?name=x' }),
  }),
  ...scenariosOf('countAlarms', {
    200: read('/alarms/counts'),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/alarms/counts' }),
  }),
  ...scenariosOf('getAlarm', {
    200: async (scene) => {
      await scene.alarm('scheduled', { external_id: 'order/42' });
      return scene.api('GET', '/alarms/external:order%2F42');
    },
    '404 alarm_not_found': ({ api }) => api('GET', `/alarms/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('rescheduleAlarm', {
    200: moved('scheduled', { delay: '2h' }),
    '400 due_in_past': moved('scheduled', { fire_at: PAST }),
    '400 due_too_far': moved('scheduled', NEVER),
    '400 due_after_deadline': moved('scheduled', { delay: '9h' }, {}, { deadline: '2026-03-10T12:00:00Z' }),
    '404 alarm_not_found': ({ api }) => api('PATCH', `/alarms/${UNKNOWN_ID}`, { delay: '1h' }),
    '409 alarm_already_firing': moved('firing', { delay: '2h' }),
    '409 alarm_ended': moved('delivered', { delay: '2h' }),
  }),
  ...scenariosOf('abortAlarm', {
    200: to('scheduled', 'abort'),
    '404 alarm_not_found': ({ api }) => api('POST', `/alarms/${UNKNOWN_ID}/abort`),
    '409 alarm_already_firing': to('firing', 'abort'),
    '409 alarm_ended': to('delivered', 'abort'),
  }),
  ...scenariosOf('abortAlarms', {
    200: async (scene) => {
      await scene.alarm('scheduled');
      await scene.alarm('firing');
      return scene.api('POST', '/alarms/abort', { all: true });
    },
    '422 query_too_slow': (scene) =>
      tooSlowly(scene, { path: '/alarms/abort', body: { status: 'retrying', dry_run: true } }),
  }),
  ...scenariosOf('redriveAlarm', {
    200: to('dead', 'redrive'),
    '404 alarm_not_found': ({ api }) => api('POST', `/alarms/${UNKNOWN_ID}/redrive`),
    '409 alarm_already_firing': to('firing', 'redrive'),
    '409 alarm_not_attempted': to('scheduled', 'redrive'),
    '409 external_id_taken': async (scene) => {
      const { id } = await scene.alarm('dead', { external_id: 'order-42' });
      await scene.alarm('scheduled', { external_id: 'order-42' });
      return scene.api('POST', `/alarms/${id}/redrive`);
    },
  }),
  ...scenariosOf('listAttempts', {
    200: async (scene) => scene.api('GET', `/alarms/${(await scene.alarm('delivered')).id}/attempts`),
    '404 alarm_not_found': ({ api }) => api('GET', `/alarms/${UNKNOWN_ID}/attempts`),
  }),
  ...scenariosOf('listDeadLetters', {
    200: read('/dead-letters'),
    '400 cursor_invalid': badCursor('/dead-letters'),
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/dead-letters' }),
  }),
  ...scenariosOf('countDeadLetters', {
    200: async (scene) => {
      await scene.alarm('dead');
      return scene.api('GET', '/dead-letters/count');
    },
  }),
  ...scenariosOf('redriveDeadLetters', {
    200: async (scene) => {
      await scene.alarm('dead');
      return scene.api('POST', '/dead-letters/redrive', {});
    },
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/dead-letters/redrive', body: { dry_run: true } }),
  }),
  ...scenariosOf('listWebhookSecrets', { 200: ({ api }) => api('GET', '/webhook-secrets') }),
  ...scenariosOf('getCurrentWebhookSecret', { 200: ({ api }) => api('GET', '/webhook-secrets/current') }),
  ...scenariosOf('rotateWebhookSecret', {
    200: ({ api }) => api('POST', '/webhook-secrets/rotate', BODY_EXAMPLES.rotateWebhookSecret),
    '409 too_many_webhook_secrets': async ({ api }) => {
      const rotate = () => api('POST', '/webhook-secrets/rotate', { overlap: '24h' });
      for (let created = 1; created < SECRETS_AT_ONCE; created += 1) {
        const response = await rotate();
        if (response.status !== 200) return response;
      }
      return rotate();
    },
  }),
];
