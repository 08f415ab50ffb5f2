import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/accounts/context.ts';
import { disableFailing } from '#/lib/alarms/endpoints/disable-failing.ts';
import { listEndpoints } from '#/lib/alarms/endpoints/list-endpoints.ts';
import { endpointWorld } from '#/lib/alarms/endpoints/test-endpoints.ts';
import { answered } from '#/lib/alarms/firing/test-firing.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

const START = '2026-03-10T09:00:00.123Z';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;

beforeAll(async () => {
  scene = await endpointWorld();
});
beforeEach(async () => {
  await scene.forget();
  scene.world.clock.set(START);
  maya = await scene.world.member();
});

const fails = () => answered(500);
const sweep = () =>
  disableFailing({ db: scene.world.db, clock: scene.world.clock, requestId: null }, { afterHours: 120 });
const endpointNow = async () => (await listEndpoints(maya)).endpoints[0]?.endpoint;

test('an endpoint that has failed for 120 hours without one success is disabled, not a millisecond sooner', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS - 1);
  expect(await sweep()).toBe(0);
  expect(await endpointNow()).toMatchObject({ disabledAt: null, failingSince: new Date(START) });
  const at = scene.world.clock.advance(1);
  expect(await sweep()).toBe(1);
  expect(await endpointNow()).toMatchObject({ id, disabledAt: at, disabledReason: 'failing' });
  expect(await sweep()).toBe(0);
  expect((await scene.deliveriesOf(id)).map(({ status }) => status)).toEqual(['aborted']);
});

test('one success begins the hours anew', async () => {
  await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(HOUR_MS);
  await scene.fire(1);
  scene.world.clock.advance(119 * HOUR_MS);
  await scene.tell(maya, 'timer.stopped');
  await scene.fire(1, fails);
  scene.world.clock.advance(119 * HOUR_MS);
  expect(await sweep()).toBe(0);
  scene.world.clock.advance(HOUR_MS);
  expect(await sweep()).toBe(1);
});

test('the other endpoints of the workspace hear of it, and why; the one disabled does not', async () => {
  const broken = await scene.subscribe(maya, { event_types: ['*'], url: 'https://broken.test/' });
  const other = await scene.subscribe(maya, { event_types: ['endpoint.disabled'] });
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS);
  expect(await sweep()).toBe(1);
  const [told, ...more] = await scene.fire(1);
  expect(more).toEqual([]);
  expect(JSON.parse(told?.body ?? '')).toMatchObject({
    type: 'endpoint.disabled',
    data: { endpoint: { id: broken.id, enabled: false }, reason: 'failing', actor: { kind: 'worker', id: 'engine' } },
  });
  expect((await scene.deliveriesOf(other.id)).map(({ event_type }) => event_type)).toEqual(['endpoint.disabled']);
});

test('two sweeps at once disable once', async () => {
  await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.tell(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(120 * HOUR_MS);
  const counts = await Promise.all([sweep(), sweep()]);
  expect(counts.sort()).toEqual([0, 1]);
});
