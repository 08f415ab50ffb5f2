import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { removedDuringRequest } from '#/test/contract/removed-during-request.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { newNotification, newPushSubscription } from '#/test/contract/things.ts';

const PREFERENCES = BODY_EXAMPLES.setNotificationPreferences;
const BROWSER = BODY_EXAMPLES.addPushSubscription;

const test = async (scene: Scene, id?: string) =>
  scene.session('POST', `/me/push-subscriptions/${id ?? (await newPushSubscription(scene))}/test`);

/** Two tests of a push service that accepts the connection and stays silent, and a third. */
async function tooManyTests(scene: Scene) {
  const lines = new Set<Socket>();
  const service = createServer((line) => lines.add(line.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const id = await newPushSubscription(scene, `https://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const responses = [1, 2, 3].map(() => test(scene, id));
  const rejected = await Promise.race(responses);
  service.close();
  for (const line of lines) line.destroy();
  await Promise.all(responses);
  return rejected;
}

export const notificationScenarios: Scenario[] = [
  ...scenariosOf('listNotifications', {
    200: async (scene) => {
      await newNotification(scene);
      return scene.api('GET', '/notifications');
    },
    '400 cursor_invalid': ({ api }) => api('GET', '/notifications?cursor=x'),
  }),
  ...scenariosOf('readNotification', {
    200: async (scene) => scene.api('POST', `/notifications/${await newNotification(scene)}/read`),
    '404 notification_not_found': ({ api }) => api('POST', `/notifications/${UNKNOWN_ID}/read`),
  }),
  ...scenariosOf('readNotifications', {
    200: async (scene) => scene.api('POST', '/notifications/read', { up_to: await newNotification(scene) }),
    '404 notification_not_found': ({ api }) => api('POST', '/notifications/read', BODY_EXAMPLES.readNotifications),
  }),
  ...scenariosOf('getNotificationPreferences', { 200: ({ api }) => api('GET', '/me/notification-preferences') }),
  ...scenariosOf('setNotificationPreferences', {
    200: ({ session }) => session('PUT', '/me/notification-preferences', PREFERENCES),
    '403 session_required': ({ api }) => api('PUT', '/me/notification-preferences', PREFERENCES),
    '403 forbidden': removedDuringRequest((leo) => leo('PUT', '/me/notification-preferences', PREFERENCES)),
  }),
  ...scenariosOf('getPushKey', { 200: ({ api }) => api('GET', '/me/push-key') }),
  ...scenariosOf('addPushSubscription', {
    201: ({ session }) => session('POST', '/me/push-subscriptions', BROWSER),
    '403 session_required': ({ api }) => api('POST', '/me/push-subscriptions', BROWSER),
    '403 forbidden': removedDuringRequest((leo) => leo('POST', '/me/push-subscriptions', BROWSER)),
  }),
  ...scenariosOf('removePushSubscription', {
    200: async (scene) => scene.session('DELETE', `/me/push-subscriptions/${await newPushSubscription(scene)}`),
    '403 session_required': async (scene) =>
      scene.api('DELETE', `/me/push-subscriptions/${await newPushSubscription(scene)}`),
    '403 forbidden': removedDuringRequest((leo) => leo('DELETE', `/me/push-subscriptions/${UNKNOWN_ID}`)),
    '404 push_subscription_not_found': ({ session }) => session('DELETE', `/me/push-subscriptions/${UNKNOWN_ID}`),
  }),
  ...scenariosOf('testPushSubscription', {
    200: (scene) => test(scene),
    '403 session_required': async (scene) =>
      scene.api('POST', `/me/push-subscriptions/${await newPushSubscription(scene)}/test`),
    '404 push_subscription_not_found': (scene) => test(scene, UNKNOWN_ID),
    '429 too_many_tests': tooManyTests,
  }),
];
