import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';
import type { DeliveryListJson } from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import type { EndpointResponseJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { endpointWorld, verified } from '#/test/webhooks/endpoints.ts';

// Types that are stored under their names of before 1.0, `alarm.moved` and `endpoint.replayed`.

type Events = { events: EventJson[] };

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  scene = await endpointWorld();
});
beforeEach(async () => {
  await scene.truncate();
  maya = await scene.world.member();
  api = await apiFor(scene.world, maya);
});

/** As a process of the version before writes it. */
const formerEvent = async (type = 'alarm.moved') =>
  scene.query(
    `insert into events (workspace_id, type, subject_id, actor, data, created_at)
     values ($1, $2, $1, '{"kind": "worker", "id": "engine"}', '{"before": null, "after": null}', $3)`,
    [maya.actor.workspaceId, type, await scene.world.clock.now()],
  );
const storedTypesOf = async (id: string) =>
  (await scene.query<{ event_types: string[] }>('select event_types from endpoints where id = $1', [id]))[0]
    ?.event_types;
const get = async (id: string) => (await api<EndpointResponseJson>('GET', `/endpoints/${id}`)).body.endpoint;

test.each(['alarm.rescheduled', 'alarm.*', 'endpoint.resent'])(
  'a stored event of a former type is listed and exported under the current one, by the filter %s',
  async (type) => {
    await formerEvent(type === 'endpoint.resent' ? 'endpoint.replayed' : 'alarm.moved');
    const current = type === 'endpoint.resent' ? type : 'alarm.rescheduled';
    for (const query of [`type=${type}`, `type=${type}&after=start`]) {
      const { body } = await api<Events>('GET', `/events?${query}`);
      expect(body.events.map((event) => event.type)).toEqual([current]);
    }
    const headers = { authorization: `Bearer ${await apiKeyFor(scene.world, maya)}` };
    const path = `${APP_URL}/api/v1/events/export?type=${type}`;
    const jsonl = await (await apiOf(scene.world).request(path, { headers })).text();
    expect(JSON.parse(jsonl)).toMatchObject({ type: current });
    const csv = await (await apiOf(scene.world).request(`${path}&format=csv`, { headers })).text();
    expect(csv).toContain(`,${current},`);
  },
);

test('a former type is not a filter anymore, and nothing subscribes to it', async () => {
  expect((await api('GET', '/events?type=alarm.moved')).status).toBe(400);
  const body = { url: 'https://receiver.test/hook', event_types: ['endpoint.replayed'] };
  expect((await api('POST', '/endpoints', body)).status).toBe(400);
});

test('an event is stored under its former type, for processes of the version before', async () => {
  await scene.publish(maya, 'endpoint.resent', { delivery: { event_type: 'alarm.rescheduled' } });
  const workspace = [maya.actor.workspaceId];
  expect(await scene.query('select type, data from events where workspace_id = $1', workspace)).toMatchObject([
    { type: 'endpoint.replayed', data: { delivery: { event_type: 'alarm.moved' } } },
  ]);
});

test.each(['standard', 'cloudevents'] as const)(
  'an endpoint subscribed to a current type is sent it, whichever version wrote the event: as %s',
  async (format) => {
    const endpoint = await scene.subscribe(maya, { event_types: ['alarm.rescheduled'], format });
    expect(await storedTypesOf(endpoint.id)).toEqual(['alarm.moved']);
    await scene.truncate();
    await scene.publish(maya, 'alarm.rescheduled');
    await formerEvent();
    const sent = await scene.fire(2);
    expect(sent.map((request) => verified(request, endpoint.secret).type)).toEqual([
      'alarm.rescheduled',
      'alarm.rescheduled',
    ]);
    const { body } = await api<DeliveryListJson>('GET', `/endpoints/${endpoint.id}/deliveries`);
    expect(body.deliveries.map(({ event_type }) => event_type)).toEqual(['alarm.rescheduled', 'alarm.rescheduled']);
  },
);

test('binary CloudEvents have the current type in their header', async () => {
  await scene.subscribe(maya, { event_types: ['alarm.rescheduled'], format: 'cloudevents-binary' });
  await scene.truncate();
  await formerEvent();
  const [request] = await scene.fire(1);
  expect(request?.headers['ce-type']).toBe('alarm.rescheduled');
});

test('an endpoint that was stored with former types shows the current ones, and is edited with them', async () => {
  const { id } = await scene.subscribe(maya);
  const former = ['alarm.moved', 'endpoint.replayed', 'timer.*'];
  await scene.query('update endpoints set event_types = $2 where id = $1', [id, former]);
  const current = ['alarm.rescheduled', 'endpoint.resent', 'timer.*'];
  expect((await get(id)).event_types).toEqual(current);
  const edited = await api('PATCH', `/endpoints/${id}`, { event_types: current.slice(1) });
  expect(edited.status).toBe(200);
  expect(await storedTypesOf(id)).toEqual(former.slice(1));
  const { body } = await api<Events>('GET', '/events?type=endpoint.edited');
  expect(body.events[0]?.data).toMatchObject({
    before: { event_types: current },
    after: { event_types: current.slice(1) },
  });
});

test('what is sent of an endpoint’s change names current types', async () => {
  const { secret } = await scene.subscribe(maya, { event_types: ['endpoint.*', 'alarm.rescheduled'] });
  await scene.truncate();
  const endpoint = { event_types: ['alarm.rescheduled', 'timer.*'] };
  await scene.publish(maya, 'endpoint.edited', { endpoint, after: endpoint });
  const [request] = await scene.fire(1);
  expect(request && verified(request, secret).data).toMatchObject({ endpoint, after: endpoint });
});
