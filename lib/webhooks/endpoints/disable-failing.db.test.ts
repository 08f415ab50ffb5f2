import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { abortAbandoned } from '#/lib/webhooks/deliveries/abort-abandoned.ts';
import { disableFailing } from '#/lib/webhooks/endpoints/disable-failing.ts';
import { listEndpoints } from '#/lib/webhooks/endpoints/list-endpoints.ts';
import { responding } from '#/test/engine/firing.ts';
import { endpointWorld } from '#/test/webhooks/endpoints.ts';

const START = '2026-03-10T09:00:00.123Z';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;

beforeAll(async () => {
  scene = await endpointWorld();
  scene.world.database.onClose(() => stopSending(scene.world.db));
});
beforeEach(async () => {
  await scene.truncate();
  scene.world.clock.set(START);
  maya = await scene.world.member();
});

const fails = () => responding(500);
const sweep = () =>
  disableFailing({ db: scene.world.db, clock: scene.world.clock, requestId: null }, { afterHours: 120 });
const endpointNow = async () => (await listEndpoints(maya)).endpoints[0]?.endpoint;

const afterHours = (hours: number) => scene.world.clock.advance(hours * HOUR_MS);
/** Attempts this many deliveries now, in 100 and in 115 hours, and then waits until 120 hours have passed. */
async function failFor120Hours(count = 1): Promise<void> {
  for (const wait of [100, 15, 5]) {
    await scene.fire(count, fails);
    afterHours(wait);
  }
}

describe('an endpoint stays enabled', () => {
  test('that failed with one event for three days, and has been sent nothing since', async () => {
    await scene.subscribe(maya, { event_types: ['timer.*'] });
    await scene.publish(maya, 'timer.started');
    for (const wait of [1, 24, 26, 26]) {
      await scene.fire(1, fails);
      afterHours(wait);
    }
    for (const wait of [43, 24, 200]) {
      afterHours(wait);
      expect(await sweep()).toBe(0);
    }
  });

  test('that failed long ago, when the next event fails during an outage of some hours', async () => {
    await scene.subscribe(maya, { event_types: ['timer.*'] });
    await scene.publish(maya, 'timer.started');
    await scene.fire(1, () => responding(410));
    afterHours(150);
    await scene.publish(maya, 'timer.stopped');
    await scene.fire(1, fails);
    afterHours(11);
    await scene.fire(1, fails);
    expect(await sweep()).toBe(0);
    // It keeps failing, so that both halves of the last day have a failure.
    afterHours(2);
    expect(await sweep()).toBe(1);
  });
});

test('quiet endpoints do not keep others from being disabled, however many there are', async () => {
  const quiet = await scene.subscribe(await scene.world.member(), {
    event_types: ['timer.paused'],
    url: 'https://quiet.test/',
  });
  await scene.query(
    `insert into endpoints (id, workspace_id, created_by, url, event_types, max_attempts, failing_since)
     select gen_random_uuid(), workspace_id, created_by, url, event_types, max_attempts, '2020-01-01'
     from endpoints, generate_series(1, 150) where id = $1`,
    [quiet.id],
  );
  await scene.subscribe(maya, { event_types: ['timer.started'] });
  await scene.publish(maya, 'timer.started');
  await failFor120Hours();
  expect(await sweep()).toBe(1);
});

test('an endpoint that has failed for 120 hours without one success is disabled, not a millisecond sooner', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.publish(maya, 'timer.started');
  await failFor120Hours();
  scene.world.clock.advance(-1);
  expect(await sweep()).toBe(0);
  expect(await endpointNow()).toMatchObject({ disabledAt: null, failingSince: new Date(START) });
  const at = scene.world.clock.advance(1);
  expect(await sweep()).toBe(1);
  expect(await endpointNow()).toMatchObject({ id, disabledAt: at, disabledReason: 'failing' });
  expect(await sweep()).toBe(0);
  await abortAbandoned({ db: scene.world.db, clock: scene.world.clock, requestId: null });
  expect((await scene.deliveriesOf(id)).map(({ status }) => status)).toEqual(['aborted']);
});

test('one success restarts the count of hours', async () => {
  await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.publish(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(HOUR_MS);
  await scene.fire(1);
  scene.world.clock.advance(119 * HOUR_MS);
  await scene.publish(maya, 'timer.stopped');
  await failFor120Hours();
  scene.world.clock.advance(-1);
  expect(await sweep()).toBe(0);
  scene.world.clock.advance(1);
  expect(await sweep()).toBe(1);
});

test('a success that its endpoint’s row could not record still keeps the endpoint enabled', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.publish(maya, 'timer.started');
  await scene.fire(1, fails);
  scene.world.clock.advance(HOUR_MS);
  await scene.fire(1);
  await scene.query('update endpoints set failing_since = $2 where id = $1', [id, START]);
  await scene.publish(maya, 'timer.stopped');
  await failFor120Hours();
  expect(await sweep()).toBe(0);
  expect(await endpointNow()).toMatchObject({ disabledAt: null, failingSince: null });
});

test('other endpoints of the workspace get the event with the reason, and the disabled one does not', async () => {
  const broken = await scene.subscribe(maya, { event_types: ['*'], url: 'https://broken.test/' });
  const other = await scene.subscribe(maya, { event_types: ['endpoint.disabled'] });
  await failFor120Hours();
  expect(await sweep()).toBe(1);
  const [request, ...more] = await scene.fire(1);
  expect(more).toEqual([]);
  expect(JSON.parse(String(request?.body))).toMatchObject({
    type: 'endpoint.disabled',
    data: { endpoint: { id: broken.id, enabled: false }, reason: 'failing', actor: { kind: 'worker', id: 'engine' } },
  });
  expect((await scene.deliveriesOf(other.id)).map(({ event_type }) => event_type)).toEqual(['endpoint.disabled']);
});

test('an endpoint that can’t be disabled does not keep others from being disabled', async () => {
  const hung = await scene.subscribe(maya, { event_types: ['timer.*'], url: 'https://stuck.test/' });
  const other = await scene.subscribe(maya, { event_types: ['timer.*'], url: 'https://other.test/' });
  await scene.publish(maya, 'timer.started');
  await failFor120Hours(2);
  await scene.query("update endpoints set failing_since = failing_since - interval '1 day' where id = $1", [hung.id]);
  await scene.query(
    "alter table endpoints add constraint stuck check (url <> 'https://stuck.test/' or disabled_at is null)",
  );
  expect(await sweep()).toBe(1);
  await scene.query('alter table endpoints drop constraint stuck');
  const { endpoints } = await listEndpoints(maya);
  await scene.query('delete from endpoints where id = $1', [hung.id]);
  const gone = endpoints.filter(({ endpoint }) => endpoint.disabledAt !== null);
  expect(gone.map(({ endpoint }) => endpoint.id)).toEqual([other.id]);
});

test('two sweeps at once disable once', async () => {
  await scene.subscribe(maya, { event_types: ['timer.*'] });
  await scene.publish(maya, 'timer.started');
  await failFor120Hours();
  const counts = await Promise.all([sweep(), sweep()]);
  expect(counts.sort()).toEqual([0, 1]);
});

test('owner and admins are notified; members and disabled admins are not', async () => {
  const { workspaceId } = maya.actor;
  const admin = await scene.world.member({ workspaceId, role: 'admin' });
  const gone = await scene.world.member({ workspaceId, role: 'admin' });
  await scene.query('update memberships set disabled_at = now() where user_id = $1', [gone.actor.userId]);
  await scene.world.member({ workspaceId, role: 'member' });
  const { id } = await scene.subscribe(maya, { event_types: ['timer.*'], url: 'https://broken.test/hook' });
  await scene.publish(maya, 'timer.started');
  await failFor120Hours();
  expect(await sweep()).toBe(1);
  const notifications = await scene.query<{ data: NotificationPayload }>(
    "select data from pgboss.job where data->>'workspaceId' = $1",
    [workspaceId],
  );
  const request = notifications.map(({ data }) => data.userId).sort();
  expect(request).toEqual([maya.actor.userId, admin.actor.userId].sort());
  expect(notifications[0]?.data).toMatchObject({
    workspaceId,
    kind: 'endpoint_disabled',
    fact: `endpoint:${id}:failing since ${START}`,
    data: { endpoint_id: id, url: 'https://broken.test/hook', failing_since: START, workspace_name: 'Acme' },
  });
});
