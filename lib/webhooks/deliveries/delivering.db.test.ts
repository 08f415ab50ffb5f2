import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_US } from '#/lib/core/micros.ts';
import { abortAbandoned } from '#/lib/webhooks/deliveries/abort-abandoned.ts';
import { deleteEndpoint } from '#/lib/webhooks/endpoints/delete-endpoint.ts';
import { editEndpoint } from '#/lib/webhooks/endpoints/edit-endpoint.ts';
import { rotateEndpointSecret } from '#/lib/webhooks/endpoints/endpoint-secret.ts';
import type { WebhookRequest } from '#/lib/webhooks/sending/webhook.ts';
import { expectDocumentedWebhook } from '#/test/api-contract.ts';
import { responding } from '#/test/engine/firing.ts';
import { endpointWorld, expectForged, verified } from '#/test/webhooks/endpoints.ts';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;

beforeAll(async () => {
  scene = await endpointWorld();
});
beforeEach(async () => {
  await scene.truncate();
  scene.world.clock.set('2026-03-10T09:00:00.123Z');
  maya = await scene.world.member();
});

/** An endpoint for timers, and its one delivery. */
async function oneDelivery(input: Parameters<typeof scene.subscribe>[1] = {}) {
  const endpoint = await scene.subscribe(maya, { event_types: ['timer.*'], ...input });
  await scene.publish(maya, 'timer.stopped', { timer: { title: 'Tee für zwei', n: 1.5 } });
  const [row] = await scene.deliveriesOf(endpoint.id);
  return { endpoint, id: row?.id as string, eventId: row?.event_id };
}

describe('a delivery', () => {
  test('is what Standard Webhooks recommends, signed with the secret of the endpoint and no other', async () => {
    const { endpoint, id, eventId } = await oneDelivery();
    const other = await scene.subscribe(maya, { event_types: ['alarm.dead'] });
    const [request] = (await scene.fire(1)) as [WebhookRequest];
    expect(request).toMatchObject({ url: endpoint.url, method: 'POST', id });
    expect(verified(request, endpoint.secret)).toEqual({
      type: 'timer.stopped',
      timestamp: '2026-03-10T09:00:00.123Z',
      data: {
        timer: { title: 'Tee für zwei', n: 1.5 },
        before: null,
        after: null,
        event_id: eventId,
        workspace_id: maya.actor.workspaceId,
        subject_id: expect.any(String),
        user_id: null,
        actor: { kind: 'session', id: expect.any(String), user_id: maya.actor.userId },
        request_id: 'test',
      },
    });
    expectForged(request, other.secret);
    expectDocumentedWebhook('timer.stopped', request);
    expect((await scene.deliveriesOf(endpoint.id))[0]).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  test('carries a signature by each valid secret during a rotation', async () => {
    const { endpoint } = await oneDelivery();
    const { secret } = await rotateEndpointSecret(maya, endpoint.id, 60_000);
    const [during] = (await scene.fire(1)) as [WebhookRequest];
    for (const valid of [endpoint.secret, secret.secret]) expect(verified(during, valid)).toBeTruthy();
    scene.world.clock.advance(60_000);
    await scene.publish(maya, 'timer.started');
    const [after] = (await scene.fire(1)) as [WebhookRequest];
    expect(verified(after, secret.secret)).toBeTruthy();
    expectForged(after, endpoint.secret);
  });

  test('has the same id, time and data at each attempt', async () => {
    const { endpoint } = await oneDelivery();
    const [first] = (await scene.fire(1, () => responding(500))) as [WebhookRequest];
    scene.world.clock.advance(10_000);
    const [second] = (await scene.fire(1)) as [WebhookRequest];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect([first.headers['timer-attempt'], second.headers['timer-attempt']]).toEqual(['1', '2']);
    expect(verified(second, endpoint.secret)).toBeTruthy();
  });

  test('is a CloudEvent where the endpoint wants one', async () => {
    const { endpoint, id } = await oneDelivery({ format: 'cloudevents' });
    const [request] = (await scene.fire(1)) as [WebhookRequest];
    expect(request.headers['content-type']).toBe('application/cloudevents+json');
    expectDocumentedWebhook('timer.stopped', request);
    expect(() => expectDocumentedWebhook('timer.started', request)).toThrow();
    const { subject_id } = (verified(request, endpoint.secret) as { data: { subject_id: string } }).data;
    expect(verified(request, endpoint.secret)).toMatchObject({
      specversion: '1.0',
      id,
      subject: subject_id,
      source: 'http://timers.test',
      type: 'timer.stopped',
      time: '2026-03-10T09:00:00.123Z',
      data: { timer: { title: 'Tee für zwei' } },
    });
  });

  test('has its attributes in headers in the binary form', async () => {
    const { id } = await oneDelivery({ format: 'cloudevents-binary' });
    const [request] = (await scene.fire(1)) as [WebhookRequest];
    expect(request.headers).toMatchObject({ 'ce-type': 'timer.stopped', 'ce-id': id, 'ce-specversion': '1.0' });
    expect(JSON.parse(String(request.body))).toMatchObject({ timer: { title: 'Tee für zwei' } });
    expectDocumentedWebhook('timer.stopped', request);
  });
});

describe('every attempt', () => {
  test('is in the log, and updates since when the endpoint has failed', async () => {
    const { endpoint, id } = await oneDelivery();
    const failingSince = async () =>
      (
        await scene.query<{ at: Date | null }>('select failing_since as at from endpoints where id = $1', [endpoint.id])
      )[0]?.at;
    await scene.fire(1, () => responding(503));
    const since = await failingSince();
    expect(since?.toISOString()).toBe((await scene.world.clock.now()).toISOString());
    scene.world.clock.advance(10_000);
    await scene.fire(1, () => responding(500));
    expect(await failingSince()).toEqual(since);
    scene.world.clock.advance(120_000);
    await scene.fire(1);
    expect(await failingSince()).toBeNull();
    expect((await scene.attempts(id, maya.actor.workspaceId)).map(({ statusCode }) => statusCode)).toEqual([
      503, 500, 200,
    ]);
  });
});

describe('an endpoint whose URL changes', () => {
  test('gets retries and first attempts at its current URL', async () => {
    const { endpoint } = await oneDelivery({ url: 'https://old.test/hook' });
    await scene.fire(1, () => responding(500));
    await scene.publish(maya, 'timer.started');
    await editEndpoint(maya, { id: endpoint.id, ifMatch: null }, { url: 'https://new.test/hook' });
    scene.world.clock.advance(60_000);
    const sent = await scene.fire(2);
    expect(sent.map(({ url }) => url)).toEqual(['https://new.test/hook', 'https://new.test/hook']);
  });

  test('holds up no results while its row is locked', async () => {
    const { endpoint, id } = await oneDelivery();
    const client = await scene.world.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from endpoints where id = $1 for update', [endpoint.id]);
    await scene.fire(1, () => responding(500));
    scene.time.us += 10 * SECOND_US;
    scene.world.clock.advance(10_000);
    await scene.fire(1);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered' });
    await client.query('rollback');
    client.release();
  });
});

describe('an endpoint that is', () => {
  const system = () => ({ db: scene.world.db, clock: scene.world.clock, requestId: null });

  test.each(['deleted', 'disabled'])('%s has its open deliveries aborted', async (how) => {
    const { endpoint, id } = await oneDelivery();
    const change = how === 'deleted' ? deleteEndpoint(maya, { id: endpoint.id, ifMatch: null }) : disable(endpoint.id);
    expect(await change).toMatchObject({ aborted: 1 });
    expect(await abortAbandoned(system())).toBe(1);
    expect(await scene.history(id)).toMatchObject({ status: 'aborted', end_reason: 'aborted' });
    expect(await scene.fire(0)).toEqual([]);
    expect(await abortAbandoned(system())).toBe(0);
  });

  test.each(['deleted', 'disabled'])('%s is sent no delivery that a worker claims afterward', async (how) => {
    const { endpoint, id } = await oneDelivery();
    await (how === 'deleted' ? deleteEndpoint(maya, { id: endpoint.id, ifMatch: null }) : disable(endpoint.id));
    expect(await scene.fire(1)).toEqual([]);
    expect(await scene.history(id)).toMatchObject({ status: 'aborted', end_reason: 'aborted' });
  });

  test('disabled with a large backlog is disabled at once; only its backlog is aborted, in batches', async () => {
    const retained = await scene.subscribe(maya, { event_types: ['timer.*'] });
    const { endpoint } = await oneDelivery();
    await scene.query(
      `insert into alarms (due_at, next_attempt_at, created_at, max_attempts, id, workspace_id, created_by, endpoint_id, name, url, settings)
       select due_at, next_attempt_at + interval '1 hour', created_at, max_attempts, gen_random_uuid(), workspace_id, created_by, endpoint_id, name, url, settings
       from alarms, generate_series(1, 10500) where endpoint_id = $1`,
      [endpoint.id],
    );
    const statements: string[] = [];
    const db = scene.world.db.$extends({
      query: {
        $executeRaw: ({ args, query }) => {
          statements.push(args.sql);
          return query(args);
        },
      },
    }) as unknown as Ctx['db'];
    expect(await editEndpoint({ ...maya, db }, { id: endpoint.id, ifMatch: null }, { enabled: false })).toMatchObject({
      aborted: 10_000,
    });
    expect(statements.filter((text) => text.includes('alarm_history'))).toEqual([]);
    expect(await abortAbandoned({ ...system(), db })).toBe(10_501);
    expect(statements.filter((text) => text.includes('alarm_history'))).toHaveLength(3);
    expect((await scene.deliveriesOf(retained.id)).map(({ status }) => status)).toEqual(['scheduled']);
  });

  test('disabled but enabled again in time is sent what is still open', async () => {
    const { endpoint } = await oneDelivery();
    await disable(endpoint.id);
    await editEndpoint(maya, { id: endpoint.id, ifMatch: null }, { enabled: true });
    expect(await abortAbandoned(system())).toBe(0);
    expect(await scene.fire(1)).toMatchObject([{ url: endpoint.url }]);
  });

  test.each(['deleted', 'disabled'])('%s during an attempt gets no other attempt', async (how) => {
    const { endpoint, id } = await oneDelivery();
    await scene.query(
      "update alarms set status = 'firing', version = 2, attempts = 1, lease_until = due_at + interval '30 s' where id = $1",
      [id],
    );
    if (how === 'deleted') await deleteEndpoint(maya, { id: endpoint.id, ifMatch: null });
    else await disable(endpoint.id);
    scene.time.us += 60 * SECOND_US;
    await scene.query("update alarms set status = 'scheduled', version = 3, lease_until = null where id = $1", [id]);
    expect(await scene.fire(1)).toEqual([]);
    expect(await scene.history(id)).toMatchObject({ status: 'aborted' });
  });

  const disable = (id: string) => editEndpoint(maya, { id, ifMatch: null }, { enabled: false });
});

describe("the workspace's own alarms", () => {
  const countOf = async (endpointId: string) => (await scene.deliveriesOf(endpointId)).length;
  const own = { workspaceId: '' };
  beforeEach(() => {
    own.workspaceId = maya.actor.workspaceId;
    scene.world.clock.advance(1_000);
  });
  const addOwn = async () => scene.add({ ...own, dueUs: (await scene.world.clock.now()).getTime() * 1_000 });

  test('send a subscribed endpoint an event for each delivered alarm', async () => {
    const { id } = await scene.subscribe(maya, { event_types: ['alarm.delivered'] });
    await addOwn();
    await scene.fire(1);
    const [delivery] = (await scene.fire(1)) as [WebhookRequest];
    expect(JSON.parse(String(delivery.body))).toMatchObject({
      type: 'alarm.delivered',
      data: {
        alarm: { end_reason: 'delivered', url: 'https://acme.test/hook' },
        actor: { kind: 'worker', id: 'engine' },
      },
    });
    // A delivery of this event is not a workspace's own alarm, so its end makes no event.
    expect(await countOf(id)).toBe(1);
  });

  test('make no event when no endpoint subscribes to it', async () => {
    const disabled = await scene.subscribe(maya, { event_types: ['*'] });
    await editEndpoint(maya, { id: disabled.id, ifMatch: null }, { enabled: false });
    await scene.subscribe(maya, { event_types: ['alarm.dead'] });
    await addOwn();
    await scene.fire(1);
    const events = await scene.query("select 1 from events where workspace_id = $1 and type = 'alarm.delivered'", [
      maya.actor.workspaceId,
    ]);
    expect(events).toEqual([]);
  });

  test('that die make an event; a delivery that dies makes none, so nothing loops', async () => {
    await addOwn();
    const { id } = await scene.subscribe(maya, { event_types: ['*'] });
    await scene.query('delete from alarms where endpoint_id = $1', [id]);
    await scene.fire(1, () => responding(410));
    expect((await scene.deliveriesOf(id)).map(({ event_type }) => event_type)).toEqual(['alarm.dead']);
    await scene.fire(1, () => responding(410));
    expect(await scene.deliveriesOf(id)).toMatchObject([{ event_type: 'alarm.dead', status: 'dead' }]);
    expect(await scene.fire(0)).toEqual([]);
  });
});
