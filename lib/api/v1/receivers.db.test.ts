import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import { RECEIVERS_CHANNEL } from '#/lib/alarms/receivers/receiver-notification.ts';
import type {
  ChangeReceiverResponse,
  ReceiverJson,
  ReceiverListJson,
  ReceiverResponse,
} from '#/lib/alarms/receivers/receiver-schemas.ts';
import { BODY_EXAMPLES } from '#/lib/api/openapi/body-examples.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const ORIGIN = 'https://hooks.example.com';
const START = '2026-03-10T09:00:00.000Z';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  maya = await world.member();
  api = await apiFor(world, maya);
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query<Row>(text, values)).rows;
const create = async (body: object): Promise<ReceiverJson> => {
  const response = await api<ReceiverResponse>('POST', '/receivers', body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.receiver;
};
const edit = async (id: string, body: object) =>
  (await api<ChangeReceiverResponse>('PATCH', `/receivers/${id}`, body)).body;
const get = async (id: string) => (await api<ReceiverResponse>('GET', `/receivers/${id}`)).body.receiver;
const rowOf = async (id: string) =>
  (
    await query<{ version: number; drains: boolean; is_deleted: boolean; next_at: Date | null }>(
      'select version, drains, deleted_at is not null as is_deleted, next_at from receivers where id = $1',
      [id],
    )
  )[0];

/** An alarm of the workspace in this receiver's queue. */
async function queued(receiverId: string, attempts = 0): Promise<string> {
  const body = { delay: '1s', url: `${ORIGIN}/hook` };
  const { id } = (await api<AlarmResponseJson>('POST', '/alarms', body)).body.alarm;
  await query(`update alarms set receiver_id = $1, next_attempt_at = ${QUEUED_AT}, attempts = $3 where id = $2`, [
    receiverId,
    id,
    attempts,
  ]);
  return id;
}

describe('a receiver', () => {
  test('is paused, limited and resumed, each as a new version that workers apply', async () => {
    const receiver = await create({ origin: ORIGIN, paused: true });
    expect(receiver).toMatchObject({
      origin: ORIGIN,
      endpoint_id: null,
      paused: true,
      paused_at: START,
      max_per_second: null,
      max_concurrency: null,
      waiting_count: 0,
      in_flight_count: 0,
      version: 1,
    });
    expect(await rowOf(receiver.id)).toMatchObject({ version: 1, drains: true });
    const limited = await edit(receiver.id, { paused: false, max_per_second: 0.5, max_concurrency: 2 });
    expect(limited).toMatchObject({
      changed: true,
      receiver: { paused: false, paused_at: null, max_per_second: 0.5, max_concurrency: 2, version: 2 },
    });
    const free = await edit(receiver.id, { max_per_second: null, max_concurrency: null });
    expect(free.receiver).toMatchObject({ max_per_second: null, max_concurrency: null, version: 3 });
    expect(await rowOf(receiver.id)).toMatchObject({ version: 3, drains: true });
  });

  test('created without limits has nothing to drain until it is paused', async () => {
    const { id } = await create({ origin: ORIGIN });
    expect(await rowOf(id)).toMatchObject({ version: 1, drains: false });
    await edit(id, { paused: true });
    expect(await rowOf(id)).toMatchObject({ version: 2, drains: true });
  });

  test('that is paused again keeps the instant of the first pause, and changes nothing', async () => {
    const { id } = await create({ origin: ORIGIN, paused: true });
    world.clock.advance(60_000);
    const again = await edit(id, { paused: true });
    expect(again).toMatchObject({ changed: false, receiver: { paused_at: START, version: 1 } });
  });

  test('given a faster rate lets the next alarm leave as early as that rate allows', async () => {
    const { id } = await create({ origin: ORIGIN, max_per_second: 0.001 });
    await query(`update receivers set next_at = '2026-03-10T09:16:40Z' where id = $1`, [id]);
    await edit(id, { max_per_second: 10 });
    expect((await rowOf(id))?.next_at?.toISOString()).toBe('2026-03-10T09:00:00.100Z');
    await edit(id, { max_per_second: 0.01 });
    expect((await rowOf(id))?.next_at?.toISOString()).toBe('2026-03-10T09:00:00.100Z');
  });

  test('of an endpoint, of an origin and of the whole workspace are listed, with what each holds back', async () => {
    const { body: added } = await api<{ endpoint: { id: string } }>('POST', '/endpoints', BODY_EXAMPLES.createEndpoint);
    const endpointId = added.endpoint.id;
    const ofOrigin = await create({ origin: `${ORIGIN.toUpperCase()}:443`, max_concurrency: 1 });
    const ofEndpoint = await create({ endpoint_id: endpointId, max_per_second: 5 });
    const whole = await create({ paused: true });
    await queued(ofOrigin.id);
    const sent = await queued(ofOrigin.id);
    await query("update alarms set status = 'firing', attempts = 1, lease_until = now() where id = $1", [sent]);
    const { body } = await api<ReceiverListJson>('GET', '/receivers');
    expect(
      body.receivers.map(({ id, origin, endpoint_id, waiting_count, in_flight_count }) => [
        [id, origin, endpoint_id],
        [waiting_count, in_flight_count],
      ]),
    ).toEqual([
      [
        [ofOrigin.id, ORIGIN, null],
        [1, 1],
      ],
      [
        [ofEndpoint.id, null, endpointId],
        [0, 0],
      ],
      [
        [whole.id, null, null],
        [0, 0],
      ],
    ]);
  });

  test('rejects a change of an outdated version', async () => {
    const { id } = await create({ origin: ORIGIN });
    await edit(id, { paused: true });
    const stale = await api('PATCH', `/receivers/${id}`, { paused: false }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'receiver_version_mismatch', current: { id, version: 2, paused: true } },
    });
  });

  test('of another workspace gets 404', async () => {
    const { id } = await create({ origin: ORIGIN });
    const other = await apiFor(world, await world.member());
    for (const [method, body] of [['GET'], ['PATCH', { paused: true }], ['DELETE']] as const) {
      expect((await other(method, `/receivers/${id}`, body)).status).toBe(404);
    }
  });

  test('notifies the workers of every change once it is committed', async () => {
    const client = new pg.Client({ connectionString: world.database.url });
    await client.connect();
    world.database.onClose(() => client.end());
    let notified = 0;
    client.on('notification', () => {
      notified += 1;
    });
    await client.query(`listen ${RECEIVERS_CHANNEL}`);
    const isNotified = async (change: () => Promise<unknown>) => {
      const before = notified;
      await change();
      await eventually(() => expect(notified).toBeGreaterThan(before));
    };
    let id = '';
    await isNotified(async () => {
      ({ id } = await create({ origin: ORIGIN }));
    });
    await isNotified(() => edit(id, { paused: true }));
    await isNotified(() => api('DELETE', `/receivers/${id}`));
  });
});

describe('deleting a receiver', () => {
  test('removes it at once when it never held anything back', async () => {
    const { id } = await create({ origin: ORIGIN });
    expect((await api('DELETE', `/receivers/${id}`)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('removes its limits, and keeps its row while alarms may wait, to be used when created again', async () => {
    const { id } = await create({ origin: ORIGIN, max_per_second: 1, paused: true });
    await queued(id);
    expect((await api<ReceiverResponse>('DELETE', `/receivers/${id}`)).body.receiver).toMatchObject({ paused: true });
    expect(await rowOf(id)).toMatchObject({ version: 2, drains: true, is_deleted: true });
    for (const [method, body] of [['GET'], ['PATCH', { paused: true }], ['DELETE']] as const) {
      expect((await api(method, `/receivers/${id}`, body)).status).toBe(404);
    }
    expect((await api<ReceiverListJson>('GET', '/receivers')).body.receivers).toEqual([]);
    const again = await create({ origin: ORIGIN, paused: true });
    expect(again).toMatchObject({ id, paused: true, max_per_second: null, waiting_count: 1, version: 3 });
    expect(await rowOf(id)).toMatchObject({ is_deleted: false });
  });
});

describe('rejected', () => {
  test.each<[string, object, number, string]>([
    ['a limit of the whole workspace', { max_per_second: 5 }, 400, '/max_per_second'],
    ['a concurrency of the whole workspace', { max_concurrency: 5 }, 400, '/max_concurrency'],
    ['an origin and an endpoint', { origin: ORIGIN, endpoint_id: crypto.randomUUID() }, 400, '/endpoint_id'],
    ['an origin with a path', { origin: `${ORIGIN}/hook` }, 400, '/origin'],
    ['an origin with a query', { origin: `${ORIGIN}?` }, 400, '/origin'],
    ['an origin with a user', { origin: 'https://me@hooks.example.com' }, 400, '/origin'],
    ['another scheme', { origin: 'ftp://hooks.example.com' }, 400, '/origin'],
    ['a rate of 0', { origin: ORIGIN, max_per_second: 0 }, 400, '/max_per_second'],
    ['a concurrency of 0', { origin: ORIGIN, max_concurrency: 0 }, 400, '/max_concurrency'],
  ])('is %s', async (_what, body, status, pointer) => {
    const response = await expectUnchanged(world, () =>
      api<{ errors: { pointer: string }[] }>('POST', '/receivers', body),
    );
    expect(response.status).toBe(status);
    expect(response.body.errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  test('is a change that limits the whole workspace', async () => {
    const { id } = await create({ paused: true });
    const response = await api('PATCH', `/receivers/${id}`, { max_per_second: 1 });
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test('is a second receiver of the same origin, with the first one as current', async () => {
    const { id } = await create({ origin: ORIGIN });
    const response = await api('POST', '/receivers', { origin: ORIGIN, paused: true });
    expect(response).toMatchObject({ status: 409, body: { code: 'receiver_exists', current: { id, paused: false } } });
  });

  test('is every change by a key that may only read alarms', async () => {
    const { id } = await create({ origin: ORIGIN });
    const reader = await apiFor(world, maya, { scopes: ['alarms:read'] });
    expect((await reader('GET', '/receivers')).status).toBe(200);
    await expectUnchanged(world, async () => {
      expect((await reader('POST', '/receivers', { paused: true })).status).toBe(403);
      expect((await reader('PATCH', `/receivers/${id}`, { paused: true })).status).toBe(403);
      expect((await reader('DELETE', `/receivers/${id}`)).status).toBe(403);
    });
  });
});

describe('an alarm that is held back', () => {
  const change = (id: string, method: string, path: string, body?: object) =>
    api<AlarmResponseJson & { code?: string }>(method, `/alarms/${id}${path}`, body);

  test.each<[string, number, [string, string, object?], object, number]>([
    ['is shown without a next attempt', 0, ['GET', ''], { alarm: { status: 'scheduled', next_attempt_at: null } }, 1],
    ['can be aborted', 0, ['POST', '/abort', {}], { alarm: { status: 'aborted' } }, 0],
    [
      'can be rescheduled',
      0,
      ['PATCH', '', { delay: '1h' }],
      { alarm: { status: 'scheduled', next_attempt_at: '2026-03-10T10:00:00.000000Z' } },
      0,
    ],
    ['has no attempt to redrive', 0, ['POST', '/redrive', {}], { code: 'alarm_not_attempted' }, 1],
    ['for a retry is shown without it', 1, ['GET', ''], { alarm: { status: 'retrying', next_attempt_at: null } }, 1],
    ['for a retry can be aborted', 1, ['POST', '/abort', {}], { alarm: { status: 'aborted' } }, 0],
  ])('%s', async (_what, attempts, [method, path, body], expected, waiting) => {
    const { id } = await create({ origin: ORIGIN, paused: true });
    const alarmId = await queued(id, attempts);
    expect((await change(alarmId, method, path, body)).body).toMatchObject(expected);
    expect((await get(id)).waiting_count).toBe(waiting);
  });

  test('for a retry can be redriven: it is due at once, and a worker holds it back again', async () => {
    const { id } = await create({ origin: ORIGIN, paused: true });
    const { body } = await change(await queued(id, 1), 'POST', '/redrive', {});
    expect(body).toMatchObject({ changed: true, alarm: { next_attempt_at: '2026-03-10T09:00:01.000000Z' } });
    expect((await get(id)).waiting_count).toBe(0);
  });
});
