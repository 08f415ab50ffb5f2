import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import type { Scene } from '#/test/contract/scene.ts';

type Ids = Record<string, string>;

/** How to make what a parameter of a path names, by the part of the path before it. */
const MAKERS: Record<string, (scene: Scene, before: Ids) => Promise<string>> = {
  timers: (scene) => scene.timer({ on_conflict: 'switch' }),
  alarms: async (scene) => (await scene.alarm()).id,
  members: async (scene) => (await scene.member('member')).actor.userId,
  invitations: (scene) => scene.made('/invitations', {}, (body: { invitation: { id: string } }) => body.invitation.id),
  endpoints: (scene) => newEndpoint(scene),
  deliveries: (scene, { id = '' }) => newDelivery(scene, id),
};

/** Ids of things in this workspace for each parameter of an endpoint's path. */
export async function thingsAt(scene: Scene, path: string): Promise<Ids> {
  const ids: Ids = {};
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name) ids[name] = await makerFor(parts[index - 1] ?? '', path)(scene, ids);
  }
  return ids;
}

function makerFor(kind: string, path: string) {
  const make = MAKERS[kind];
  if (!make) throw new Error(`Say in test/contract/things.ts how to make what is behind /${kind}/ in ${path}.`);
  return make;
}

/** An endpoint that hears everything. */
export function newEndpoint(scene: Scene): Promise<string> {
  const body = { ...BODY_EXAMPLES.createEndpoint, event_types: ['*'] };
  return scene.made('/endpoints', body, (made: { id: string }) => made.id);
}

/** What the endpoint is sent of a ticket that is made. */
export async function newDelivery(scene: Scene, endpointId: string): Promise<string> {
  await scene.api('POST', '/tickets', { key: `D-${Math.random()}` });
  const { body } = await scene.api<{ deliveries: { id: string }[] }>('GET', `/endpoints/${endpointId}/deliveries`);
  const [delivery] = body.deliveries;
  if (!delivery) throw new Error('The endpoint was sent nothing.');
  return delivery.id;
}
