import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { putIn } from '#/test/alarm-rows.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { newDelivery, newEndpoint } from '#/test/contract/things.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';

const MAX_ENDPOINTS = 50;
const SECRETS_AT_ONCE = 20;
/** Nothing listens there: requests fail at once. */
const NOWHERE = 'http://127.0.0.1:65535/hook';

/** Sends to an endpoint of the workspace. */
const of =
  (method: string, rest = '', body?: object, headers = {}): Scenario['request'] =>
  async (scene) =>
    scene.api(method, `/endpoints/${await newEndpoint(scene)}${rest}`, body, headers);

/** Sends to one that does not exist. */
const ofNone =
  (method: string, rest = '', body?: object): Scenario['request'] =>
  ({ api }) =>
    api(method, `/endpoints/${UNKNOWN_ID}${rest}`, body);

async function ofDelivery(scene: Scene, method: string, rest = '', meanwhile = async (_id: string, _at: string) => {}) {
  const id = await newEndpoint(scene);
  const deliveryId = await newDelivery(scene, id);
  await meanwhile(deliveryId, id);
  return scene.api(method, `/endpoints/${id}/deliveries/${deliveryId}${rest}`);
}

/** Two tests of a receiver that never responds, and a third. */
async function tooManyTests({ api, made }: Scene) {
  const receiver = createServer().listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const id = await made(
    '/endpoints',
    { url, event_types: ['*'] },
    (body: { endpoint: { id: string } }) => body.endpoint.id,
  );
  const responses = [1, 2, 3].map(() => api('POST', `/endpoints/${id}/test`));
  const rejected = await Promise.race(responses);
  receiver.closeAllConnections();
  receiver.close();
  await Promise.all(responses);
  return rejected;
}

const disable = (scene: Scene, id: string) => scene.api('PATCH', `/endpoints/${id}`, { enabled: false });
/** As the nightly job records it once all events are old. */
const CUT_ALL = 'update feed_retention set through_xid = (select xid from events order by id desc limit 1)';
const NO_DELIVERY = `/deliveries/${UNKNOWN_ID}`;
const SINCE = BODY_EXAMPLES.resendFailedDeliveries;

export const endpointScenarios: Scenario[] = [
  ...scenariosOf('createEndpoint', {
    201: ({ api }) => api('POST', '/endpoints', BODY_EXAMPLES.createEndpoint),
    '409 too_many_endpoints': async ({ api }) => {
      for (let created = 0; created < MAX_ENDPOINTS; created += 1) {
        const response = await api('POST', '/endpoints', BODY_EXAMPLES.createEndpoint);
        if (response.status !== 201) return response;
      }
      return api('POST', '/endpoints', BODY_EXAMPLES.createEndpoint);
    },
  }),
  ...scenariosOf('listEndpoints', {
    200: async (scene) => {
      await newEndpoint(scene);
      return scene.api('GET', '/endpoints');
    },
  }),
  ...scenariosOf('listEventTypes', { 200: ({ api }) => api('GET', '/endpoints/event-types') }),
  ...scenariosOf('getEndpoint', {
    200: of('GET'),
    '404 endpoint_not_found': ofNone('GET'),
  }),
  ...scenariosOf('editEndpoint', {
    200: of('PATCH', '', BODY_EXAMPLES.editEndpoint),
    '404 endpoint_not_found': ofNone('PATCH', '', BODY_EXAMPLES.editEndpoint),
  }),
  ...scenariosOf('deleteEndpoint', { 200: of('DELETE'), '404 endpoint_not_found': ofNone('DELETE') }),
  ...scenariosOf('testEndpoint', {
    200: async (scene) => {
      const body = { url: NOWHERE, event_types: ['*'] };
      const id = await scene.made('/endpoints', body, (made: { endpoint: { id: string } }) => made.endpoint.id);
      return scene.api('POST', `/endpoints/${id}/test`);
    },
    '404 endpoint_not_found': ofNone('POST', '/test'),
    '429 too_many_tests': tooManyTests,
  }),
  ...scenariosOf('getEndpointSecret', {
    200: of('GET', '/secret'),
    '404 endpoint_not_found': ofNone('GET', '/secret'),
  }),
  ...scenariosOf('rotateEndpointSecret', {
    200: of('POST', '/rotate-secret', BODY_EXAMPLES.rotateEndpointSecret),
    '404 endpoint_not_found': ofNone('POST', '/rotate-secret'),
    '409 too_many_webhook_secrets': async (scene) => {
      const id = await newEndpoint(scene);
      const rotate = () => scene.api('POST', `/endpoints/${id}/rotate-secret`, { overlap: '24h' });
      for (let created = 1; created < SECRETS_AT_ONCE; created += 1) {
        const response = await rotate();
        if (response.status !== 200) return response;
      }
      return rotate();
    },
  }),
  ...scenariosOf('listDeliveries', {
    200: async (scene) => {
      const id = await newEndpoint(scene);
      await newDelivery(scene, id);
      return scene.api('GET', `/endpoints/${id}/deliveries`);
    },
    '400 cursor_invalid': of('GET', '/deliveries?cursor=x'),
    '404 endpoint_not_found': ofNone('GET', '/deliveries'),
    '422 query_too_slow': async (scene) =>
      tooSlowly(scene, { path: `/endpoints/${await newEndpoint(scene)}/deliveries` }),
  }),
  ...scenariosOf('getDelivery', {
    200: (scene) => ofDelivery(scene, 'GET'),
    '404 endpoint_not_found': ofNone('GET', NO_DELIVERY),
    '404 delivery_not_found': of('GET', NO_DELIVERY),
  }),
  ...scenariosOf('resendDelivery', {
    200: (scene) => ofDelivery(scene, 'POST', '/resend', (delivery) => putIn(scene.world, delivery, 'retrying')),
    '404 endpoint_not_found': ofNone('POST', `${NO_DELIVERY}/resend`),
    '404 delivery_not_found': of('POST', `${NO_DELIVERY}/resend`),
    '409 endpoint_disabled': (scene) =>
      ofDelivery(scene, 'POST', '/resend', async (_delivery, id) => {
        await disable(scene, id);
      }),
    '409 delivery_in_flight': (scene) =>
      ofDelivery(scene, 'POST', '/resend', (delivery) => putIn(scene.world, delivery, 'firing')),
  }),
  ...scenariosOf('resendFailedDeliveries', {
    200: of('POST', '/resend-failed', SINCE),
    '422 query_too_slow': async (scene) =>
      tooSlowly(scene, {
        path: `/endpoints/${await newEndpoint(scene)}/resend-failed`,
        body: { ...SINCE, dry_run: true },
      }),
    '404 endpoint_not_found': ofNone('POST', '/resend-failed', SINCE),
    '409 endpoint_disabled': async (scene) => {
      const id = await newEndpoint(scene);
      await disable(scene, id);
      return scene.api('POST', `/endpoints/${id}/resend-failed`, { ...SINCE, dry_run: false });
    },
  }),
  ...scenariosOf('listEvents', {
    200: async (scene) => {
      await scene.timer();
      return scene.api('GET', '/events');
    },
    '422 query_too_slow': (scene) => tooSlowly(scene, { path: '/events', tables: 'events' }),
    '400 cursor_invalid': ({ api }) => api('GET', '/events?cursor=x'),
    '410 cursor_expired': async (scene) => {
      const { body } = await scene.api<{ next_after: string }>('GET', '/events');
      await scene.timer();
      await scene.world.database.pool.query(CUT_ALL);
      return scene.api('GET', `/events?after=${body.next_after}`);
    },
  }),
];
