import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { placesOf } from '#/test/alarm-rows.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const HOOK = { url: 'https://example.com/hook' };

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

const create = async (body: object | string, headers?: Record<string, string>, client = api) => {
  const sent = typeof body === 'string' ? body : { ...HOOK, ...body };
  const response = await client<AlarmResponseJson>('POST', '/alarms', sent, headers);
  return { ...response, alarm: response.body.alarm };
};
const places = () => placesOf(world, maya.actor.workspaceId);

describe('an alarm is rejected', () => {
  const rejected = async (body: object | string, code: string, pointer: string, headers?: Record<string, string>) => {
    const reply = await expectUnchanged(world, () => create(body, headers));
    expect([reply.status, reply.body]).toMatchObject([400, { code }]);
    const { errors } = reply.body as unknown as { errors: { pointer: string }[] };
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  };

  test.each<[string, object, string, string]>([
    ['without a time', {}, 'input_invalid', ''],
    ['with two', { delay: '1h', fire_at: '2026-03-11T00:00:00Z' }, 'input_invalid', '/delay'],
    ['for February 30', { fire_at: '2027-02-30T00:00:00Z' }, 'input_invalid', '/fire_at'],
    ['in the past', { fire_at: '2026-03-10T09:00:00.123Z' }, 'due_in_past', '/fire_at'],
    ['in more than ten years', { hours: 999_999 }, 'due_too_far', '/hours'],
    ['for a private network', { delay: '1h', url: 'http://192.168.0.1/' }, 'input_invalid', '/url'],
    ['with a reserved header', { delay: '1h', headers: { 'webhook-id': 'x' } }, 'input_invalid', '/headers/webhook-id'],
    ['with an extra field', { delay: '1h', prio: 1 }, 'input_invalid', '/prio'],
    ['with an extra part', { delay: { days: 1 } }, 'input_invalid', '/delay/days'],
    ['with a payload over 64 KB', { delay: '1h', payload: 'x'.repeat(65_535) }, 'input_invalid', '/payload'],
    ['with a deadline before it is due', { delay: '1h', deadline: START }, 'input_invalid', '/deadline'],
    ['with U+0000 in its payload', { delay: '1h', payload: { a: ['\u0000'] } }, 'input_invalid', '/payload/a/0'],
  ])('%s', async (_what, body, code, pointer) => {
    await rejected(body, code, pointer);
  });

  test.each(['without', 'with'])(
    'with a payload of a hundred thousand levels, %s an Idempotency-Key',
    async (which) => {
      const deep = `{"delay":"1h","url":"${HOOK.url}","payload":${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
      await rejected(deep, 'input_invalid', '/payload', which === 'with' ? { 'idempotency-key': 'deep' } : {});
    },
  );

  test.each([3_000, 60_000])('with a payload of %d levels around a number that a double changes', async (levels) => {
    const payload = `${'['.repeat(levels)}1.0${']'.repeat(levels)}`;
    await rejected(`{"delay":"1h","url":"${HOOK.url}","payload":${payload}}`, 'input_invalid', '/payload');
  });

  test('when it is due one microsecond too early, and not when it is due one microsecond later', async () => {
    await rejected({ fire_at: '2026-03-10T09:00:00.123000Z' }, 'due_in_past', '/fire_at');
    expect(await create({ fire_at: '2026-03-10T09:00:00.123001Z' })).toMatchObject({
      status: 201,
      alarm: { due_at: '2026-03-10T09:00:00.123001Z', time_left_ms: 1 },
    });
  });
});

describe('an alarm', () => {
  test('is returned whole, with its Location and its version', async () => {
    const { status, headers, body, alarm } = await create({
      ...{ delay: 'PT1H30M', payload: { order: 42 }, name: ' Remind ', external_id: 'order-42', format: 'standard' },
      ...{ method: 'put', headers: { 'X-Team': 'billing' }, retry: ['5s'], deadline: '2026-03-11T00:00:00Z' },
      ...{ misfire: 'skip', append_id: true, applicant_service: 'orders' },
    });
    expect(status).toBe(201);
    expect([headers.get('etag'), headers.get('location')]).toEqual(['"1"', `/api/v1/alarms/${alarm.id}`]);
    expect(body).toEqual({ alarm, server_time: START });
    const { id, created_by, ...events } = alarm;
    expect(events).toEqual({
      callback_url: null,
      callback_of: null,
      dead_letter_of: null,
      broker_id: null,
      target: null,
      status: 'scheduled',
      due_at: '2026-03-10T10:30:00.123000Z',
      time_left_ms: 5_400_000,
      next_attempt_at: '2026-03-10T10:30:00.123000Z',
      deadline: '2026-03-11T00:00:00.000000Z',
      created_at: '2026-03-10T09:00:00.123000Z',
      finished_at: null,
      sent_at: null,
      lateness_ms: null,
      version: 1,
      attempts: 0,
      max_attempts: 2,
      end_reason: null,
      name: 'Remind',
      external_id: 'order-42',
      applicant_service: 'orders',
      output_mode: 'webhook',
      url: HOOK.url,
      method: 'PUT',
      headers: { 'X-Team': 'billing' },
      format: 'standard',
      append_id: true,
      payload: { order: 42 },
      retry: { delays_ms: [5_000] },
      misfire: 'skip',
      schedule_id: null,
      run_at: null,
      jitter_ms: 0,
    });
    const { rows } = await world.database.pool.query('select id from api_keys where user_id = $1', [maya.actor.userId]);
    expect(created_by).toBe(rows[0].id);
    expect((await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body).toEqual(body);
  });

  test.each([
    ['GET with neither body nor payload', { method: 'GET' }, { method: 'GET' }],
    ['an event without a call', { output_mode: 'event', url: undefined }, { url: null, output_mode: 'event' }],
    ['a payload of null', { payload: null }, { payload: null }],
    ['a policy', { retry: { base: '1s', cap: '1m', count: 3 } }, { max_attempts: 4, retry: { factor: 2, count: 3 } }],
  ])('may be %s', async (_what, change, events) => {
    const { status, body, alarm } = await create({ delay: '1h', ...change });
    expect([status, alarm]).toMatchObject([201, events]);
    expect((await api('GET', `/alarms/${alarm.id}`)).body).toEqual(body);
  });

  test('without a payload shows none, and with a payload of null shows null', async () => {
    const payloadOf = async (change: object) => {
      const { alarm } = await create({ delay: '1h', ...change });
      return (await api<AlarmResponseJson>('GET', `/alarms/${alarm.id}`)).body.alarm;
    };
    expect(await payloadOf({})).not.toHaveProperty('payload');
    expect(await payloadOf({ payload: null })).toHaveProperty('payload', null);
  });

  test('keeps every number of its payload as it was written', async () => {
    const payload = '{"id":12345678901234567890,"price":19.90,"list":[1.0,-0,1e3]}';
    const stored = payload.replace('1e3', '1000');
    const text = `{"delay":"1h","url":"${HOOK.url}","payload":${payload}}`;
    const { alarm } = await create(text);
    const { rows } = await world.database.pool.query('select payload::text from alarms where id = $1', [alarm.id]);
    expect(rows[0].payload).toBe(stored);
    const response = await apiOf(world).request(`${APP_URL}/api/v1/alarms/${alarm.id}`, {
      headers: { authorization: `Bearer ${await apiKeyFor(world, maya)}` },
    });
    expect(await response.text()).toContain(`"payload":${stored}`);
  });

  test('accepts hours in numbers as Python formats them', async () => {
    const { alarm } = await create(`{"hours":1.0,"payload":[1.0],"url":"${HOOK.url}"}`);
    expect(alarm.time_left_ms).toBe(3_600_000);
  });

  test.each([
    [0, 3_600_000],
    [1, 3_599_999],
    [1_000, 3_599_000],
    [3_599_999, 1],
    [3_600_000, 0],
    [9_999_999, 0],
  ])('after %i ms shows the time left until it is due', async (ms, time_left_ms) => {
    const { alarm } = await create({ hours: 1 });
    world.clock.advance(ms);
    const again = await api<AlarmResponseJson>('GET', `/alarms/${alarm.id}`);
    expect(again.body.alarm).toMatchObject({ time_left_ms, due_at: alarm.due_at });
  });

  test('is due later by its jitter, the same each time for the same external_id', async () => {
    const input = { fire_at: '2026-03-10T12:00:00Z', jitter: '30s', external_id: 'order-42' };
    const there = await apiFor(world, await world.member());
    const [one, other] = [await create(input), await create(input, {}, there)];
    expect(one.alarm).toMatchObject({ jitter_ms: 30_000, due_at: other.alarm.due_at });
    expect(one.alarm.due_at > '2026-03-10T12:00:00').toBe(true);
    expect(one.alarm.due_at < '2026-03-10T12:00:30').toBe(true);
  });
});

describe('an alarm whose due time has passed', () => {
  const past = { fire_at: '2026-03-10T08:00:00Z', external_id: 'late' };
  const finished = { finished_at: '2026-03-10T09:00:00.123000Z', next_attempt_at: null, time_left_ms: 0, attempts: 0 };

  test.each([
    ['fire', { status: 'scheduled', end_reason: null, next_attempt_at: '2026-03-10T08:00:00.000000Z' }],
    ['skip', { status: 'aborted', end_reason: 'skipped', ...finished }],
    ['dead_letter', { status: 'dead', end_reason: 'deadline_passed', ...finished }],
  ])('with misfire %s', async (misfire, events) => {
    const { status, body, alarm } = await create({ ...past, misfire });
    expect([status, alarm]).toMatchObject([201, { ...events, version: 1 }]);
    expect((await api('GET', `/alarms/${alarm.id}`)).body).toEqual(body);
    const isOver = misfire !== 'fire';
    expect(await places()).toEqual({ pending: isOver ? 0 : 1, finished: isOver ? 1 : 0 });
    const again = await create({ ...past, misfire }, isOver ? { 'idempotency-key': 'again' } : {});
    expect([again.status, again.alarm.id === alarm.id]).toEqual([isOver ? 201 : 200, !isOver]);
  });
});

describe('an external_id', () => {
  test('is not taken by a rejected alarm', async () => {
    expect((await create({ external_id: 'order-42' })).status).toBe(400);
    expect((await create({ delay: '1h', external_id: 'order-42' })).status).toBe(201);
  });

  test('is scoped to its workspace, and case-sensitive', async () => {
    const there = await apiFor(world, await world.member());
    const input = { delay: '1h', external_id: 'order-42' };
    const statuses = [
      await create(input),
      await create(input, {}, there),
      await create({ ...input, external_id: 'ORDER-42' }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('sent two hundred times at once creates one alarm', async () => {
    const input = { delay: '1h', external_id: 'order-42' };
    const responses = await Promise.all(Array.from({ length: 200 }, () => create(input)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(199);
    expect(new Set(responses.map(({ alarm }) => alarm.id))).toHaveLength(1);
    expect(await places()).toEqual({ pending: 1, finished: 0 });
  });

  test('of fifty, each sent twenty times at once by two people in any order, creates fifty alarms', async () => {
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    const names = Array.from({ length: 50 }, (_, n) => `order-${n}`);
    const input = Array.from({ length: 20 }, (_, n) => (n % 2 ? names : names.toReversed())).flat();
    const responses = await Promise.all(
      input.map((external_id, n) => create({ delay: '1h', external_id }, {}, n % 3 ? api : leo)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(new Set(responses.map(({ alarm }) => `${alarm.external_id} ${alarm.id}`))).toHaveLength(50);
    expect(await places()).toEqual({ pending: 50, finished: 0 });
  });
});

describe('an Idempotency-Key', () => {
  const once = { 'idempotency-key': 'order-42' };

  test('sent two hundred times at once creates one alarm', async () => {
    const responses = await Promise.all(Array.from({ length: 200 }, () => create({ delay: '1h' }, once)));
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1);
    expect(responses[0]?.status).toBe(201);
    expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(199);
    expect(await places()).toEqual({ pending: 1, finished: 0 });
  });

  test('returns the first response again, even long after the alarm was aborted', async () => {
    const first = await create({ delay: '1h' }, once);
    await api('POST', `/alarms/${first.alarm.id}/abort`);
    world.clock.advance(7_200_000);
    const again = await expectUnchanged(world, () => create({ delay: '1h' }, once));
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('of another alarm is rejected, even if only numbers are written differently', async () => {
    const input = (payload: string) => create(`{"delay":"1h","url":"${HOOK.url}","payload":${payload}}`, once);
    await input('12345678901234567890');
    expect((await input('12345678901234567891')).status).toBe(422);
    expect((await input('12345678901234567890')).headers.get('idempotency-replayed')).toBe('true');
  });

  test('of an error returns it again, and leaves the external_id free', async () => {
    const past = { fire_at: START, external_id: 'order-42' };
    expect(await create(past, once)).toMatchObject({ status: 400, body: { code: 'due_in_past' } });
    world.clock.set('2026-03-10T08:00:00Z');
    expect((await create(past, once)).headers.get('idempotency-replayed')).toBe('true');
    expect((await create(past)).status).toBe(201);
  });
});
