import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { CreateEndpointJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { apiFor } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';

const CONNECTIONS = 4;

let world: World;
/** Accepts requests, and never responds. */
let receiver: Server;
let called = 0;

beforeAll(async () => {
  vi.stubEnv('ALARM_ALLOWED_CIDRS', '127.0.0.0/8');
  world = await testWorld({ connections: CONNECTIONS });
  receiver = createServer(() => {
    called += 1;
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  vi.unstubAllEnvs();
});

/** A client that tests an endpoint of the workspace. */
async function tester(ctx: Ctx) {
  const api = await apiFor(world, ctx);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { body } = await api<CreateEndpointJson>('POST', '/endpoints', { url, event_types: ['timer.*'] });
  return (key: string) => api('POST', `/endpoints/${body.endpoint.id}/test`, {}, { 'idempotency-key': key });
}

test('tests of hanging receivers hold no database connection, and are limited per workspace and in total', async () => {
  const first = await tester(await world.member());
  const others = await Promise.all([1, 2, 3].map(async () => tester(await world.member())));
  const fifth = await tester(await world.member());
  const outsider = await apiFor(world, await world.member());
  const pending = [first('a'), first('b')];
  await eventually(() => expect(called).toBe(2));
  const third = await first('c');
  expect(third).toMatchObject({ status: 429, body: { code: 'too_many_tests' } });
  expect(third.headers.get('retry-after')).toBe('8');
  for (const request of others) pending.push(request('a'), request('b'));
  await eventually(() => expect(called).toBe(8));
  // Twice as many hang as there are database connections.
  expect(await outsider('GET', '/me')).toMatchObject({ status: 200 });
  expect(await outsider('POST', '/timers/start', {})).toMatchObject({ status: 201 });
  expect(await fifth('a')).toMatchObject({ status: 429, body: { code: 'too_many_tests' } });
  receiver.closeAllConnections();
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  // Slots are free again.
  const next = first('d');
  await eventually(() => expect(called).toBe(9));
  receiver.closeAllConnections();
  expect(await next).toMatchObject({ status: 200, body: { test: { delivered: false } } });
});
