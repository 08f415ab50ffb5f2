import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { MAX_BROKERS } from '#/lib/bridge/brokers/broker.ts';
import type { BrokerJson, BrokerResponseJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import { newId } from '#/lib/core/ids.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const BROKERS = '/brokers';
const MISSING = `${BROKERS}/${UNKNOWN_ID}`;
/** Nothing listens there: connections fail at once. */
export const NOWHERE = 'redis://127.0.0.1:65535';

/** With a unique name. */
export async function newBroker({ api }: Scene, change: object = {}): Promise<BrokerJson> {
  const body = { ...BODY_EXAMPLES.createBroker, name: `b-${newId().slice(-12)}`, ...change };
  return (await api<BrokerResponseJson>('POST', BROKERS, body)).body.broker;
}

const pathOf = async (scene: Scene, change?: object) => `${BROKERS}/${(await newBroker(scene, change)).id}`;

/** Two tests of a broker that never responds, and a third. */
async function tooManyTests(scene: Scene) {
  const sockets = new Set<Socket>();
  const broker = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const path = await pathOf(scene, { url: `redis://127.0.0.1:${(broker.address() as AddressInfo).port}` });
  const responses = [1, 2, 3].map(() => scene.api('POST', `${path}/test`));
  const rejected = await Promise.race(responses);
  broker.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(responses);
  return rejected;
}

export const brokerScenarios: Scenario[] = [
  ...scenariosOf('createBroker', {
    201: ({ api }) => api('POST', BROKERS, BODY_EXAMPLES.createBroker),
    '409 broker_name_taken': async (scene) => {
      const { name } = await newBroker(scene, { input_target: 'others.in' });
      return scene.api('POST', BROKERS, { ...BODY_EXAMPLES.createBroker, name });
    },
    '409 too_many_brokers': async ({ world, api, owner }) => {
      const { workspaceId, userId: createdBy } = owner.actor;
      const row = (index: number) => ({
        id: newId(),
        workspaceId,
        createdBy,
        name: `${index}`,
        kind: 'redis',
        sealedUrl: '',
      });
      await world.db.broker.createMany({ data: Array.from({ length: MAX_BROKERS }, (_, index) => row(index)) });
      return api('POST', BROKERS, BODY_EXAMPLES.createBroker);
    },
  }),
  ...scenariosOf('listBrokers', {
    200: async (scene) => {
      await newBroker(scene);
      return scene.api('GET', BROKERS);
    },
  }),
  ...scenariosOf('getBroker', {
    200: async (scene) => scene.api('GET', await pathOf(scene)),
    '404 broker_not_found': ({ api }) => api('GET', MISSING),
  }),
  ...scenariosOf('editBroker', {
    200: async (scene) => scene.api('PATCH', await pathOf(scene), BODY_EXAMPLES.editBroker),
    '404 broker_not_found': ({ api }) => api('PATCH', MISSING, BODY_EXAMPLES.editBroker),
    '409 broker_name_taken': async (scene) => {
      const { name } = await newBroker(scene, { input_target: 'others.in' });
      return scene.api('PATCH', await pathOf(scene), { name });
    },
  }),
  ...scenariosOf('deleteBroker', {
    200: async (scene) => scene.api('DELETE', await pathOf(scene)),
    '404 broker_not_found': ({ api }) => api('DELETE', MISSING),
  }),
  ...scenariosOf('testBroker', {
    200: async (scene) => scene.api('POST', `${await pathOf(scene, { url: NOWHERE })}/test`),
    '404 broker_not_found': ({ api }) => api('POST', `${MISSING}/test`),
    '429 too_many_tests': tooManyTests,
  }),
];
