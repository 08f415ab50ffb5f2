import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { abortAbandoned } from '#/lib/webhooks/deliveries/abort-abandoned.ts';
import type {
  DeliveryListJson,
  DeliveryResponseJson,
  ResendDeliveryJson,
  ResendFailedJson,
} from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import type { EndpointListJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { responding } from '#/test/engine/firing.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { endpointWorld } from '#/test/webhooks/endpoints.ts';

const START = '2026-03-10T09:00:00.123Z';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;
let api: ApiClient;
let id: string;

beforeAll(async () => {
  scene = await endpointWorld();
});
beforeEach(async () => {
  await scene.truncate();
  scene.world.clock.set(START);
  maya = await scene.world.member();
  api = await apiFor(scene.world, maya);
  ({ id } = await scene.subscribe(maya, { event_types: ['timer.*'] }));
});

/** Publishes this many events, one a second. */
async function publish(count: number) {
  for (let created = 0; created < count; created += 1) {
    scene.world.clock.advance(1_000);
    await scene.publish(maya, created % 2 ? 'timer.stopped' : 'timer.started', { made: created });
  }
}
const list = async (query = '') => (await api<DeliveryListJson>('GET', `/endpoints/${id}/deliveries${query}`)).body;
const get = async (deliveryId: string) =>
  (await api<DeliveryResponseJson>('GET', `/endpoints/${id}/deliveries/${deliveryId}`)).body.delivery;
const resend = (deliveryId: string) =>
  api<ResendDeliveryJson>('POST', `/endpoints/${id}/deliveries/${deliveryId}/resend`, {});
const resendFailed = (body: object = {}) =>
  api<ResendFailedJson>('POST', `/endpoints/${id}/resend-failed`, { since: START, ...body });
const dies = () => responding(410);

describe('the log of an endpoint', () => {
  test('has every delivery once, the latest first, page by page', async () => {
    await publish(5);
    await scene.fire(3, (request) => responding(JSON.parse(String(request.body)).data.made % 2 ? 410 : 200));
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = await list(query);
      seen.push(...page.deliveries.map(({ event_id }) => event_id));
      if (!page.next_cursor) break;
      query = `?limit=2&cursor=${page.next_cursor}`;
    }
    const all = await scene.deliveriesOf(id);
    expect(seen).toEqual(all.map(({ event_id }) => event_id).reverse());
    expect(seen).toHaveLength(5);
  });

  test('can be filtered by state', async () => {
    await publish(3);
    await scene.fire(3, (request) => responding([200, 410, 500][JSON.parse(String(request.body)).data.made] as number));
    for (const status of ['delivered', 'dead', 'retrying']) {
      expect((await list(`?status=${status}`)).deliveries.map((one) => one.status)).toEqual([status]);
    }
    for (const status of ['aborted', 'scheduled']) expect((await list(`?status=${status}`)).deliveries).toEqual([]);
    const { body } = await api<EndpointListJson>('GET', '/endpoints');
    expect(body.endpoints[0]?.last_24h).toEqual({ delivered: 1, failed: 1, retrying: 1 });
  });

  test.each(['?limit=0', '?limit=201', '?status=lost', '?cursor=nonsense', '?state=dead'])(
    'rejects %s',
    async (query) => {
      expect((await api('GET', `/endpoints/${id}/deliveries${query}`)).status).toBe(400);
    },
  );

  test('shows what one delivery sent, and every attempt with its response', async () => {
    await publish(1);
    await scene.fire(1, () => responding(500));
    scene.world.clock.advance(10_000);
    await scene.fire(1);
    const [row] = (await list()).deliveries;
    expect(row).toMatchObject({
      event_type: 'timer.started',
      status: 'delivered',
      attempts: 2,
      last_attempt: { outcome: 'delivered', status_code: 200 },
    });
    const detail = await get(row?.id ?? '');
    expect(detail.payload).toMatchObject({ type: 'timer.started', data: { made: 0, event_id: row?.event_id } });
    expect(detail.attempt_log.map(({ status_code }) => status_code)).toEqual([500, 200]);
    expect(detail.attempt_log[0]).toMatchObject({ response_excerpt: 'so', attempt: 1 });
  });

  test('shows sent data only to a key that may read events of its type', async () => {
    await publish(1);
    const [row] = (await list()).deliveries;
    const readWith = async (...scopes: Permission[]) => {
      const key = await apiFor(scene.world, maya, { scopes: ['endpoints:manage', ...scopes] });
      expect(await key('GET', `/endpoints/${id}/deliveries`)).toMatchObject({ status: 200 });
      return key('GET', `/endpoints/${id}/deliveries/${row?.id}`);
    };
    const response = await readWith('alarms:read', 'members:read', 'timers:read');
    expect(response).toMatchObject({ status: 403, body: { required_scope: 'timers:read_all' } });
    expect(await readWith('timers:read_all')).toMatchObject({ status: 200 });
    expect(await readWith('events:read_all')).toMatchObject({ status: 200 });
  });

  test('has nothing of another endpoint of the workspace', async () => {
    await publish(1);
    const other = await scene.subscribe(maya, { event_types: ['ticket.*'] });
    const [row] = (await list()).deliveries;
    const reply = await api('GET', `/endpoints/${other.id}/deliveries/${row?.id}`);
    expect(reply).toMatchObject({ status: 404, body: { code: 'delivery_not_found' } });
  });
});

test('resending earlier deliveries to another URL takes a key that may read them', async () => {
  await publish(2);
  await scene.fire(2, dies);
  const [dead] = (await list()).deliveries;
  const narrow = await apiFor(scene.world, maya, { scopes: ['endpoints:manage'] });
  const edited = { url: 'https://elsewhere.test/hook', event_types: ['endpoint.*'] };
  expect(await narrow('PATCH', `/endpoints/${id}`, edited)).toMatchObject({ status: 200 });
  const rejected = { status: 403, body: { required_scope: 'timers:read_all' } };
  expect(await narrow('POST', `/endpoints/${id}/deliveries/${dead?.id}/resend`)).toMatchObject(rejected);
  expect(await narrow('POST', `/endpoints/${id}/resend-failed`, { since: START })).toMatchObject(rejected);
  expect((await list()).deliveries.filter(({ event_type }) => event_type.startsWith('timer.'))).toHaveLength(2);
  const wide = await apiFor(scene.world, maya, { scopes: ['endpoints:manage', 'timers:read_all'] });
  expect(await wide('POST', `/endpoints/${id}/resend-failed`, { since: START })).toMatchObject({
    status: 200,
    body: { count: 2 },
  });
});

describe('resending one delivery', () => {
  test('sends a finished delivery again, with the same id and data, to the endpoint’s current URL', async () => {
    await publish(1);
    const [first] = await scene.fire(1, dies);
    const [dead] = (await list()).deliveries;
    await api('PATCH', `/endpoints/${id}`, { url: 'https://receiver.test/v2' });
    scene.world.clock.advance(HOUR_MS);
    const reply = await resend(dead?.id ?? '');
    expect(reply).toMatchObject({
      status: 200,
      body: { delivery: { webhook_id: dead?.id, status: 'scheduled' }, resend_of: dead?.id },
    });
    expect(reply.body.delivery.id).not.toBe(dead?.id);
    const [second] = await scene.fire(1);
    expect(second).toMatchObject({ body: first?.body, url: 'https://receiver.test/v2' });
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect((await list()).deliveries.map(({ status }) => status)).toEqual(['delivered', 'dead']);
    // A resend of the resend is still the same message.
    expect((await resend(reply.body.delivery.id)).body.delivery.webhook_id).toBe(dead?.id);
  });

  test('attempts one that waits for a retry at once', async () => {
    await publish(1);
    await scene.fire(1, () => responding(500));
    const [waiting] = (await list()).deliveries;
    expect((await resend(waiting?.id ?? '')).body.delivery.id).toBe(waiting?.id);
    expect(await scene.fire(1)).toHaveLength(1);
    expect(await get(waiting?.id ?? '')).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  test('is rejected before the first attempt, and while the endpoint is disabled', async () => {
    await publish(1);
    const [fresh] = (await list()).deliveries;
    const early = await expectUnchanged(scene.world, () => resend(fresh?.id ?? ''));
    expect(early).toMatchObject({ status: 409, body: { code: 'delivery_in_flight', current: { id: fresh?.id } } });
    await api('PATCH', `/endpoints/${id}`, { enabled: false });
    const disabled = await expectUnchanged(scene.world, () => resend(fresh?.id ?? ''));
    expect(disabled).toMatchObject({ status: 409, body: { code: 'endpoint_disabled' } });
  });
});

describe('resending all failed deliveries', () => {
  test('counts them first, then sends each once, and nothing the second time', async () => {
    await publish(4);
    await scene.fire(4, (request) => responding(JSON.parse(String(request.body)).data.made === 0 ? 200 : 410));
    const counted = await expectUnchanged(scene.world, () => resendFailed({ dry_run: true }));
    expect(counted.body).toMatchObject({ count: 3, more: false, dry_run: true });
    scene.world.clock.advance(1_000);
    expect((await resendFailed()).body).toMatchObject({ count: 3, more: false, dry_run: false });
    expect((await resendFailed()).body.count).toBe(0);
    const sent = await scene.fire(3);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toHaveLength(3);
    expect((await resendFailed({ dry_run: true })).body.count).toBe(0);
  });

  test('resends those that failed again, still as the same message', async () => {
    await publish(1);
    await scene.fire(1, dies);
    for (const again of [1, 2]) {
      scene.world.clock.advance(1_000);
      expect((await resendFailed()).body.count, `time ${again}`).toBe(1);
      await scene.fire(1, dies);
    }
    const webhookIds = (await list()).deliveries.map(({ webhook_id }) => webhook_id);
    expect(webhookIds).toHaveLength(3);
    expect(new Set(webhookIds)).toHaveLength(1);
  });

  test('includes only events since the instant, and deliveries aborted by disabling', async () => {
    await publish(3);
    await api('PATCH', `/endpoints/${id}`, { enabled: false });
    expect(await abortAbandoned({ db: scene.world.db, clock: scene.world.clock, requestId: null })).toBe(3);
    expect(await expectUnchanged(scene.world, () => resendFailed())).toMatchObject({
      status: 409,
      body: { code: 'endpoint_disabled' },
    });
    await api('PATCH', `/endpoints/${id}`, { enabled: true });
    const since = new Date(Date.parse(START) + 2_000).toISOString();
    expect((await resendFailed({ since, dry_run: true })).body.count).toBe(2);
    expect((await resendFailed({ since })).body.count).toBe(2);
  });

  test('with jitter over years lets them be aborted at once by disabling, and resent', async () => {
    await publish(3);
    await scene.fire(3, dies);
    scene.world.clock.advance(1_000);
    expect((await resendFailed({ jitter: { hours: 50_000 } })).body.count).toBe(3);
    await api('PATCH', `/endpoints/${id}`, { enabled: false });
    expect(await abortAbandoned({ db: scene.world.db, clock: scene.world.clock, requestId: null })).toBe(3);
    const { deliveries } = await list();
    const now = (await scene.world.clock.now()).getTime();
    const aborted = deliveries.filter(({ status }) => status === 'aborted');
    expect(aborted.map(({ finished_at }) => Date.parse(finished_at ?? ''))).toEqual([now, now, now]);
    await api('PATCH', `/endpoints/${id}`, { enabled: true });
    expect((await resendFailed({ dry_run: true })).body.count).toBe(3);
  });

  test('by two callers at once sends each once', async () => {
    await publish(5);
    await scene.fire(5, dies);
    const counts = (await Promise.all([resendFailed(), resendFailed()])).map(({ body }) => body.count);
    expect(counts.sort()).toEqual([0, 5]);
  });

  test.each([{ since: undefined }, { since: 'yesterday' }, { jitter: -1 }])('rejects %j', async (wrong) => {
    expect(await expectUnchanged(scene.world, () => resendFailed(wrong))).toMatchObject({ status: 400 });
  });
});

test('deliveries do not show among the alarms of the workspace', async () => {
  await publish(2);
  await scene.fire(2, (request) => responding(JSON.parse(String(request.body)).data.made ? 500 : 410));
  const { deliveries } = await list();
  expect(deliveries.map(({ status }) => status)).toEqual(['retrying', 'dead']);
  expect((await api('GET', '/alarms')).body).toMatchObject({ alarms: [] });
  expect((await api('GET', '/dead-letters')).body).toMatchObject({ alarms: [] });
  const counts = { scheduled: 0, retrying: 0, firing: 0, delivered: 0, dead: 0, aborted: 0 };
  expect((await api('GET', '/alarms/counts')).body).toMatchObject({ counts });
  expect((await api('POST', '/dead-letters/redrive', {})).body).toMatchObject({ count: 0 });
  for (const { id: deliveryId } of deliveries) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/attempts', undefined],
      ['POST', '/abort', {}],
      ['POST', '/redrive', {}],
      ['PATCH', '', { delay: '1h' }],
    ] as const) {
      const reply = await expectUnchanged(scene.world, () => api(method, `/alarms/${deliveryId}${path}`, body));
      expect(reply, `${method} ${path}`).toMatchObject({ status: 404, body: { code: 'alarm_not_found' } });
    }
  }
});
