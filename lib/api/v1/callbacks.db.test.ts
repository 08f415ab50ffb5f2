import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmJson, AlarmListJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { WebhookRequest } from '#/lib/webhooks/sending/webhook.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectDocumentedWebhook } from '#/test/api-contract.ts';
import { responding } from '#/test/engine/firing.ts';
import { endpointWorld } from '#/test/webhooks/endpoints.ts';

const HOOK = 'https://acme.test/hook';
const CALLBACK = 'https://acme.test/ended';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let api: ApiClient;

beforeAll(async () => {
  scene = await endpointWorld();
});
beforeEach(async () => {
  scene.world.clock.set('2026-03-10T09:00:00.000Z');
  await scene.truncate();
  api = await apiFor(scene.world, await scene.world.member());
});

async function create(body: object = {}): Promise<AlarmJson> {
  const input = { url: HOOK, delay: '1m', callback_url: CALLBACK, ...body };
  const response = await api<AlarmResponseJson>('POST', '/alarms', input);
  expect(response.status).toBe(201);
  return response.body.alarm;
}

/** Callbacks of an alarm, the oldest first. */
async function callbacksOf(id: string): Promise<AlarmJson[]> {
  const { alarms } = (await api<AlarmListJson>('GET', '/alarms?limit=200')).body;
  const found = alarms.filter(({ callback_of }) => callback_of === id);
  const whole = found.map(async (one) => (await api<AlarmResponseJson>('GET', `/alarms/${one.id}`)).body.alarm);
  return (await Promise.all(whole)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const later = (at: string) => scene.world.clock.set(`2026-03-10T${at}.000Z`);
const fire = (status: number, count = 1) => scene.fire(count, () => responding(status));

describe('an alarm with a callback', () => {
  test.each<[string, object, () => Promise<unknown>, [string, string]]>([
    ['is delivered', {}, () => fire(200), ['delivered', 'delivered']],
    ['gets 410', {}, () => fire(410), ['dead', 'gone']],
    ['has used up its attempts', { retry: [] }, () => fire(500), ['dead', 'exhausted']],
    ['publishes an event', { url: undefined, output_mode: 'event' }, () => fire(200), ['delivered', 'delivered']],
  ])('calls it once when it %s', async (_what, body, end, [status, reason]) => {
    const alarm = await create(body);
    later('09:01:00');
    await end();
    const { body: ended } = await api<AlarmResponseJson>('GET', `/alarms/${alarm.id}`);
    expect(ended.alarm).toMatchObject({ status, end_reason: reason, callback_url: CALLBACK, callback_of: null });
    const callbacks = await callbacksOf(alarm.id);
    expect(callbacks).toMatchObject([{ status: 'scheduled', url: CALLBACK, due_at: ended.alarm.finished_at }]);
    const [request] = (await fire(200)) as [WebhookRequest];
    expect(request.url).toBe(CALLBACK);
    expectDocumentedWebhook('alarm_callback', request);
    const { id, due_at, version, attempts, end_reason, name, external_id, url } = ended.alarm;
    expect(JSON.parse(String(request.body))).toEqual({
      type: `alarm.${status}`,
      timestamp: ended.alarm.finished_at,
      data: {
        alarm: { id, status, due_at, version, attempts, end_reason, name, external_id, url },
        workspace_id: expect.any(String),
        subject_id: id,
      },
    });
    expect(await callbacksOf(callbacks[0]?.id ?? '')).toEqual([]);
  });

  test('calls nothing while it is retried, and once when it is delivered', async () => {
    const alarm = await create({ retry: ['1s'] });
    later('09:01:00');
    await fire(500);
    expect(await callbacksOf(alarm.id)).toEqual([]);
    later('09:02:00');
    await fire(200);
    expect(await callbacksOf(alarm.id)).toHaveLength(1);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['by itself', (id) => api('POST', `/alarms/${id}/abort`, {})],
    ['by a filter', () => api('POST', '/alarms/abort', { all: true })],
  ])('calls it when it is aborted %s', async (_how, abort) => {
    const alarm = await create();
    await abort(alarm.id);
    expect(await callbacksOf(alarm.id)).toMatchObject([
      { status: 'scheduled', payload: { alarm: { id: alarm.id, status: 'aborted', end_reason: 'aborted' } } },
    ]);
  });

  test.each([
    ['skip', { status: 'aborted', end_reason: 'skipped' }],
    ['dead_letter', { status: 'dead', end_reason: 'deadline_passed' }],
  ])('calls it when it ends at creation, by misfire %s', async (misfire, alarm) => {
    const { id } = await create({ delay: undefined, fire_at: '2026-03-10T08:00:00Z', misfire });
    expect(await callbacksOf(id)).toMatchObject([{ payload: { alarm: { id, ...alarm } } }]);
  });

  test('calls it again when it ends again after a redrive', async () => {
    const alarm = await create({ retry: [] });
    later('09:01:00');
    await fire(500);
    await api('POST', `/alarms/${alarm.id}/redrive`, {});
    later('09:01:05');
    await scene.fire(2, ({ url }) => responding(url === HOOK ? 200 : 500));
    const types = (await callbacksOf(alarm.id)).map(({ payload }) => (payload as { alarm: AlarmJson }).alarm.status);
    expect(types).toEqual(['dead', 'delivered']);
  });

  test('retries its callback like any alarm, signed with the workspace’s secret', async () => {
    const alarm = await create();
    later('09:01:00');
    await fire(200);
    const [first] = (await fire(503)) as [WebhookRequest];
    expect((await callbacksOf(alarm.id))[0]).toMatchObject({ status: 'retrying', max_attempts: 10, attempts: 1 });
    later('09:30:00');
    const [second] = (await fire(200)) as [WebhookRequest];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toEqual(first.body);
    expect(second.headers['webhook-signature']).toMatch(/^v1,/);
    expect((await callbacksOf(alarm.id))[0]).toMatchObject({ status: 'delivered' });
  });
});

test('each run of a schedule calls back the URL of the schedule', async () => {
  const input = { cron: '* * * * *', url: HOOK, callback_url: CALLBACK };
  const { body } = await api<{ schedule: { id: string; callback_url: string } }>('POST', '/schedules', input);
  expect(body.schedule.callback_url).toBe(CALLBACK);
  later('09:01:00');
  await fire(200);
  const { alarms } = (await api<AlarmListJson>('GET', `/alarms?schedule_id=${body.schedule.id}&status=delivered`)).body;
  expect(alarms).toHaveLength(1);
  expect(await callbacksOf(alarms[0]?.id ?? '')).toHaveLength(1);
});

test('an alarm without a callback calls no URL when it ends', async () => {
  const alarm = await create({ callback_url: null });
  later('09:01:00');
  await fire(200);
  expect(await callbacksOf(alarm.id)).toEqual([]);
});

test.each([
  ['a private address', 'http://10.0.0.1/'],
  ['no URL', 'tomorrow'],
  ['nothing', ''],
])('%s is rejected as a callback', async (_what, callback_url) => {
  const sent = { url: HOOK, delay: '1m', callback_url };
  const { status, body } = await api<{ errors: { pointer: string }[] }>('POST', '/alarms', sent);
  expect([status, body.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/callback_url']]);
});
