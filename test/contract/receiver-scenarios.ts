import { MAX_RECEIVERS } from '#/lib/alarms/receivers/receiver.ts';
import type { ReceiverJson, ReceiverResponse } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import { newId } from '#/lib/core/ids.ts';
import { UNKNOWN_ID } from '#/test/contract/routes.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';

const RECEIVERS = '/receivers';
const MISSING = `${RECEIVERS}/${UNKNOWN_ID}`;

/** For a unique origin. */
export async function newReceiver({ api }: Scene): Promise<ReceiverJson> {
  const body = { ...BODY_EXAMPLES.createReceiver, origin: `https://${newId()}.example.com` };
  return (await api<ReceiverResponse>('POST', RECEIVERS, body)).body.receiver;
}

const pathOf = async (scene: Scene) => `${RECEIVERS}/${(await newReceiver(scene)).id}`;

export const receiverScenarios: Scenario[] = [
  ...scenariosOf('createReceiver', {
    201: ({ api }) => api('POST', RECEIVERS, BODY_EXAMPLES.createReceiver),
    '404 endpoint_not_found': ({ api }) => api('POST', RECEIVERS, { endpoint_id: UNKNOWN_ID, paused: true }),
    '409 receiver_exists': async (scene) => {
      const { origin } = await newReceiver(scene);
      return scene.api('POST', RECEIVERS, { origin, paused: true });
    },
    '409 too_many_receivers': async ({ world, api, owner }) => {
      const { workspaceId } = owner.actor;
      const row = (index: number) => ({ id: newId(), workspaceId, origin: `https://${index}.example.com` });
      await world.db.receiver.createMany({ data: Array.from({ length: MAX_RECEIVERS }, (_, index) => row(index)) });
      return api('POST', RECEIVERS, { paused: true });
    },
  }),
  ...scenariosOf('listReceivers', {
    200: async (scene) => {
      await newReceiver(scene);
      return scene.api('GET', RECEIVERS);
    },
  }),
  ...scenariosOf('getReceiver', {
    200: async (scene) => scene.api('GET', await pathOf(scene)),
    '404 receiver_not_found': ({ api }) => api('GET', MISSING),
  }),
  ...scenariosOf('editReceiver', {
    200: async (scene) => scene.api('PATCH', await pathOf(scene), BODY_EXAMPLES.editReceiver),
    '404 receiver_not_found': ({ api }) => api('PATCH', MISSING, BODY_EXAMPLES.editReceiver),
  }),
  ...scenariosOf('deleteReceiver', {
    200: async (scene) => scene.api('DELETE', await pathOf(scene)),
    '404 receiver_not_found': ({ api }) => api('DELETE', MISSING),
  }),
];
