import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { apiFor } from '#/test/api-client.ts';
import { responding } from '#/test/engine/firing.ts';
import { endpointWorld } from '#/test/webhooks/endpoints.ts';

const NO_RESPONSE: WebhookResult = {
  kind: 'timeout',
  detail: 'No byte came back.',
  address: '192.0.2.1',
  sentAtMs: 1,
  durationMs: 15_000,
};

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;

beforeAll(async () => {
  scene = await endpointWorld();
});

beforeEach(async () => {
  await scene.truncate();
  maya = await scene.world.member();
});

const read = async (who = maya) => {
  const api = await apiFor(scene.world, who);
  const { status, body } = await api<OperationsJson>('GET', '/operations');
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.workspace;
};
const alarm = async (url: string) => {
  const api = await apiFor(scene.world, maya);
  const { status } = await api('POST', '/alarms', { url, delay_ms: 1, retry: ['5s'] });
  expect(status).toBe(201);
  scene.world.clock.advance(10);
};
const now = async () => (await scene.world.clock.now()).toISOString();

test('a failing endpoint is listed with the start of its failures, how many in a row, its last error and the next attempt', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.stopped'] });
  await scene.publish(maya, 'timer.stopped');
  await scene.fire(1);
  expect((await read()).troubled_endpoints).toEqual([]);

  scene.world.clock.advance(MINUTE_MS);
  await scene.publish(maya, 'timer.stopped');
  const since = await now();
  await scene.fire(1, () => responding(503));
  scene.world.clock.advance(10_000);
  const at = await now();
  await scene.fire(1, () => responding(404));
  expect((await read()).troubled_endpoints).toEqual([
    {
      id,
      url: 'https://receiver.test/hook',
      enabled: true,
      disabled_at: null,
      failing_since: since,
      failures_in_a_row: 2,
      last_hour: { attempts: 3, failed: 2 },
      last_error: { at, outcome: 'responded', status_code: 404, detail: null, duration_ms: 0 },
      next_attempt_at: expect.stringMatching(/^2026-03-10T09:0/),
    },
  ]);

  scene.world.clock.advance(2 * MINUTE_MS);
  await scene.fire(1);
  expect((await read()).troubled_endpoints).toEqual([]);
});

test('an endpoint that works at times is listed while a fifth of its attempts fail', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.stopped'] });
  for (let failure = 0; failure < 5; failure += 1) await scene.publish(maya, 'timer.stopped');
  await scene.fire(5, () => NO_RESPONSE);
  await scene.publish(maya, 'timer.started');
  scene.world.clock.advance(10_000);
  await scene.fire(5);
  expect((await read()).troubled_endpoints).toMatchObject([
    { id, failing_since: null, failures_in_a_row: 0, last_hour: { attempts: 10, failed: 5 }, next_attempt_at: null },
  ]);
  scene.world.clock.advance(HOUR_MS);
  expect((await read()).troubled_endpoints).toEqual([]);
});

test('an endpoint that was disabled while failing stays listed, one that a person disabled does not', async () => {
  const failing = await scene.subscribe(maya);
  const manual = await scene.subscribe(maya);
  const disable = async (id: string, reason: string) =>
    scene.query('update endpoints set disabled_at = $2, disabled_reason = $3, failing_since = $2 where id = $1', [
      id,
      await scene.world.clock.now(),
      reason,
    ]);
  await disable(failing.id, 'failing');
  await disable(manual.id, 'manual');
  expect((await read()).troubled_endpoints).toMatchObject([
    { id: failing.id, enabled: false, disabled_at: expect.any(String), last_error: null, next_attempt_at: null },
  ]);
});

test('failing hosts of alarms are listed separately from those that respond', async () => {
  await alarm('https://well.test/a');
  await alarm('https://legacy.test:8443/a?b=c');
  await alarm('https://legacy.test:8443/d');
  const since = await now();
  const hostOf = (url: string) => new URL(url).host;
  await scene.fire(3, ({ url }) => (hostOf(url) === 'well.test' ? responding(200) : responding(404)));
  scene.world.clock.advance(5_000);
  await scene.fire(2, () => NO_RESPONSE);
  const { troubled_hosts: hosts, troubled_endpoints: endpoints } = await read();
  expect(endpoints).toEqual([]);
  expect(hosts).toMatchObject([
    {
      host: 'legacy.test:8443',
      failing_since: since,
      last_hour: { failed: 4, attempts: 4 },
      failures_in_a_row: 4,
      last_error: { outcome: 'timeout', status_code: null, detail: 'No byte came back.' },
      dead: 2,
      retrying: 0,
      next_attempt_at: null,
    },
  ]);
  await alarm('https://legacy.test:8443/again');
  await scene.fire(1);
  expect((await read()).troubled_hosts).toEqual([]);
  scene.world.clock.advance(DAY_MS);
  expect((await read()).troubled_hosts).toEqual([]);
});

test('another workspace’s webhooks, and those a key may not read, are not returned', async () => {
  await scene.subscribe(maya);
  await scene.query('update endpoints set failing_since = $2 where workspace_id = $1', [
    maya.actor.workspaceId,
    await scene.world.clock.now(),
  ]);
  expect((await read()).troubled_endpoints).toHaveLength(1);
  expect(await read(await scene.world.member())).toMatchObject({ troubled_endpoints: [], troubled_hosts: [] });
  const scopes = new Set(['operations:read'] as const);
  const narrow = { ...maya, actor: { ...maya.actor, scopes } };
  expect(await read(narrow)).toMatchObject({ troubled_endpoints: null, troubled_hosts: null });
});
