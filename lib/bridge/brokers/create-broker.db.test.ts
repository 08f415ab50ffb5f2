import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BrokerResponseJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

type Rejection = { errors: { pointer: string; detail: string }[] };

let world: World;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  api = await apiFor(world, await world.member());
});

const create = (change: object, by = api) =>
  by<BrokerResponseJson & Rejection>('POST', '/brokers', {
    ...{ name: 'orders', kind: 'redis', url: 'redis://user:one@127.0.0.1', input_target: 'timers.in' },
    ...change,
  });
const edit = (id: string, change: object) => api<BrokerResponseJson & Rejection>('PATCH', `/brokers/${id}`, change);

test.each<[second: object, first?: object]>([
  [{ url: 'redis://127.0.0.1:6379/0' }],
  [{ url: 'rediss://other:two@127.0.0.1:6379' }],
  [
    { kind: 'rabbitmq', url: 'amqp://127.0.0.1/%2F' },
    { kind: 'rabbitmq', url: 'amqp://a:b@127.0.0.1' },
  ],
  [
    { kind: 'nats', url: 'nats://LOCALHOST' },
    { kind: 'nats', url: 'nats://localhost.:4222' },
  ],
])('Two brokers of one workspace cannot consume the same input of one address: %j', async (second, first = {}) => {
  expect((await create(first)).status).toBe(201);
  const { status, body } = await create({ ...second, name: 'again' });
  expect([status, body.errors]).toMatchObject([400, [{ pointer: '/input_target' }]]);
  expect(body.errors[0]?.detail).toContain('by the broker “orders”, which has the same address');
});

test.each([
  [{ input_target: 'others.in' }],
  [{ input_target: null }],
  [{ url: 'redis://127.0.0.1/1' }],
  [{ url: 'redis://127.0.0.1:6380' }],
  [{ url: 'redis://127.0.0.2' }],
])('Two brokers that differ in address or input are allowed: %j', async (second) => {
  expect((await create({})).status).toBe(201);
  expect((await create({ ...second, name: 'second' })).status).toBe(201);
});

test('The URL of a broker is stored encrypted, and its credentials are never shown', async () => {
  const { id } = (await create({ url: 'redis://robot:first-secret@127.0.0.1' })).body.broker;
  const stored = async () =>
    (await world.database.pool.query('select b.*::text as row from brokers b where id = $1', [id])).rows[0].row;
  const shown = async () => JSON.stringify((await api('GET', `/brokers/${id}`)).body);
  for (const text of [await stored(), await shown()]) expect(text).not.toMatch(/robot|first-secret/);
  const before = await stored();
  await edit(id, { url: 'redis://robot:second-secret@127.0.0.1' });
  for (const text of [await stored(), await shown()]) expect(text).not.toMatch(/robot|second-secret/);
  expect(await stored()).not.toBe(before);
  const { rows } = await world.database.pool.query("select e::text as row from events e where type like 'broker.%'");
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) expect(row).not.toMatch(/robot|-secret/);
});

test('A change of a broker cannot give it the input of another', async () => {
  const first = (await create({})).body.broker;
  const { id } = (await create({ name: 'second', input_target: 'others.in' })).body.broker;
  expect((await edit(first.id, { paused: true })).status).toBe(200);
  expect((await edit(id, { input_target: 'timers.in' })).body.errors).toMatchObject([{ pointer: '/input_target' }]);
  expect((await edit(id, { input_target: 'timers.in', url: 'redis://127.0.0.1/7' })).status).toBe(200);
  expect((await edit(id, { url: 'redis://127.0.0.1' })).status).toBe(400);
});

test('Another workspace may consume the same input, since it cannot know of this one', async () => {
  expect((await create({})).status).toBe(201);
  expect((await create({}, await apiFor(world, await world.member()))).status).toBe(201);
});

test('A broker without a dialect gets the one that the operator has set', async () => {
  expect((await create({ name: 'a' })).body.broker.dialect).toBe('timer-service');
  vi.stubEnv('BRIDGE_DIALECT', 'flunq');
  try {
    expect((await create({ name: 'b', input_target: null })).body.broker.dialect).toBe('flunq');
    const named = await create({ name: 'c', input_target: null, dialect: 'timer-service' });
    expect(named.body.broker.dialect).toBe('timer-service');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('A broker is found, changed, tested and deleted by its name as well as by its id', async () => {
  const { id } = (await create({ output_target: null, input_target: null })).body.broker;
  for (const which of [id, id.toUpperCase(), 'orders']) {
    expect((await api<BrokerResponseJson>('GET', `/brokers/${which}`)).body.broker.id).toBe(id);
  }
  expect((await edit('orders', { name: 'bills' })).body.broker).toMatchObject({ id, name: 'bills' });
  expect((await edit('orders', { paused: true })).status).toBe(404);
  expect((await api('POST', '/brokers/bills/test')).status).toBe(200);
  const other = await apiFor(world, await world.member());
  expect((await other('GET', '/brokers/bills')).status).toBe(404);
  expect((await api<BrokerResponseJson>('DELETE', '/brokers/bills')).body.broker.id).toBe(id);
  expect((await api('GET', `/brokers/${id}`)).status).toBe(404);
  const { body } = await api<{ events: { type: string; subject_id: string }[] }>('GET', '/events?type=broker.*');
  expect(body.events.map(({ type }) => type).toSorted()).toEqual(['broker.created', 'broker.deleted', 'broker.edited']);
});
