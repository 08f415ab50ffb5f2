import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmJson, AlarmResponseJson, CreatedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { ALARM_STATES, type AlarmState, alarmIn, placesOf, putIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const HOOK = { url: 'https://example.com/hook' };
const FIRST = { delay: '1h', payload: [1], external_id: 'order-42' };
const OTHER = { ...FIRST, payload: [2] };

type Problem = { code: string; current: AlarmJson; errors: { pointer: string }[] };
type Response = AlarmResponseJson & Problem;

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

const send = async (method: string, path: string, body?: object, headers?: Record<string, string>, client = api) => {
  const response = await client<Response>(method, path, body, headers);
  return { ...response, alarm: response.body.alarm };
};
const create = (body: object, headers?: Record<string, string>, client = api) =>
  send('POST', '/alarms', { ...HOOK, ...body }, headers, client);
const get = async (id: string) => (await send('GET', `/alarms/${id}`)).alarm;
/** Without what changes as time passes. */
const lasting = ({ time_left_ms: _left, ...alarm }: AlarmJson) => alarm;
const eventsOf = async (id: string) =>
  (await world.database.pool.query('select type, data from events where subject_id = $1 order by id', [id])).rows;
const replacing = (body: object) => ({ ...body, on_conflict: 'replace' });

const OPEN = ['scheduled', 'retrying', 'firing'];
const requests = {
  'the same content': FIRST,
  'other content': OTHER,
  'other content, to replace it': replacing(OTHER),
};
type Request = keyof typeof requests;
type Outcome = 'found' | 'created' | 'replaced' | 'external_id_taken' | 'alarm_already_firing';

function outcomeOf(state: AlarmState, request: Request): Outcome {
  if (!OPEN.includes(state)) return 'created';
  if (request === 'the same content') return 'found';
  if (request === 'other content') return 'external_id_taken';
  return state === 'firing' ? 'alarm_already_firing' : 'replaced';
}

const cases = ALARM_STATES.flatMap((state) =>
  (Object.keys(requests) as Request[]).map((request) => ({ state, request, outcome: outcomeOf(state, request) })),
);

describe('creating with the external_id of an alarm', () => {
  test.each(cases)('that is $state, with $request: $outcome', async ({ state, request, outcome }) => {
    const first = await alarmIn(world, api, state, FIRST);
    const before = await get(first.id);
    world.clock.advance(1_000);
    const work = () => create(requests[request]);
    if (outcome === 'created') {
      const { status, alarm } = await work();
      expect([status, alarm.id === first.id, alarm.status, alarm.version]).toEqual([201, false, 'scheduled', 1]);
      expect(lasting(await get(first.id))).toEqual(lasting(before));
    } else if (outcome === 'replaced') {
      const { status, headers, alarm } = await work();
      expect([status, headers.get('etag')]).toEqual([200, `"${before.version + 1}"`]);
      expect(alarm).toMatchObject({ id: first.id, payload: [2], created_at: first.created_at, status: state });
      const due = '2026-03-10T10:00:01.123000Z';
      expect(alarm).toMatchObject({ due_at: due, next_attempt_at: due, max_attempts: before.attempts + 10 });
      expect(await get(first.id)).toEqual(alarm);
      expect((await eventsOf(first.id)).at(-1)).toMatchObject({
        type: 'alarm.replaced',
        data: { alarm: { due_at: due }, before: { due_at: before.due_at }, after: { due_at: due } },
      });
    } else {
      const { status, body, alarm } = await expectUnchanged(world, work);
      const current = await get(first.id);
      if (outcome === 'found') expect([status, alarm]).toEqual([200, current]);
      else expect([status, body.code, body.current]).toEqual([409, outcome, current]);
    }
  });

  test.each<[string, object, object]>([
    ['another name', {}, { name: 'B' }],
    ['another URL', {}, { url: 'https://example.com/other' }],
    ['another method', {}, { method: 'PUT' }],
    ['another header', { headers: { 'x-team': 'a' } }, { headers: { 'x-team': 'b' } }],
    ['another credential', { headers: { authorization: 'a' } }, { headers: { authorization: 'b' } }],
    ['another retry policy', { retry: ['1s'] }, { retry: ['2s'] }],
    ['another deadline', {}, { deadline: '2026-03-12T00:00:00Z' }],
    ['a number written differently', { payload: 1 }, { payload: 2 }],
    ['another delay', {}, { delay: '2h' }],
    ['another instant', {}, { delay: undefined, fire_at: '2026-03-10T10:00:00.124Z' }],
  ])('treats %s as other content', async (_what, first, other) => {
    await create({ ...FIRST, ...first });
    expect(await create({ ...FIRST, ...first, ...other })).toMatchObject({
      status: 409,
      body: { code: 'external_id_taken', errors: [{ pointer: '/external_id' }] },
    });
  });

  test.each<[string, object]>([
    ['headers in another order, credentials among them', { headers: { 'x-b': '1', Authorization: 'k', 'x-a': '2' } }],
    ['a retry policy', { retry: { base: '1s', factor: 1.5, cap: '1m', count: 3 } }],
    ['a jitter', { jitter: '30s' }],
    ['the instant', { delay: undefined, fire_at: '2026-03-11T00:00:00.000001Z', deadline: '2026-03-12T00:00:00Z' }],
  ])('treats the same alarm as the same content: %s', async (_what, body) => {
    const first = await create({ ...FIRST, ...body });
    world.clock.advance(5_000);
    const headers =
      'headers' in body ? { headers: Object.fromEntries(Object.entries(body.headers as object).reverse()) } : {};
    expect(await create({ ...FIRST, ...body, ...headers })).toMatchObject({
      status: 200,
      alarm: { id: first.alarm.id },
    });
  });

  test('treats a rescheduled alarm as other content', async () => {
    const { alarm } = await create(FIRST);
    await api('PATCH', `/alarms/${alarm.id}`, { delay: '2h' });
    expect((await create(FIRST)).status).toBe(409);
  });
});

describe('replacing', () => {
  test('with the same delay postpones the due time, and with the same instant changes nothing', async () => {
    const first = await create(replacing(FIRST));
    world.clock.advance(60_000);
    const later = await create(replacing(FIRST));
    expect([first.status, later.status, later.alarm]).toMatchObject([
      201,
      200,
      { id: first.alarm.id, due_at: '2026-03-10T10:01:00.123000Z', version: 2 },
    ]);
    const instant = replacing({ ...FIRST, delay: undefined, fire_at: later.alarm.due_at });
    const same = await expectUnchanged(world, () => create(instant));
    expect([same.status, same.alarm.version]).toEqual([200, 2]);
  });

  test('leaves nothing of the previous content', async () => {
    const { alarm } = await create({
      ...FIRST,
      name: 'A',
      headers: { a: '1' },
      retry: ['1s'],
      misfire: 'fire',
      append_id: true,
    });
    const replaced = await create(
      replacing({ delay: '2h', output_mode: 'event', url: undefined, external_id: 'order-42' }),
    );
    expect(replaced.alarm).toMatchObject({
      ...{
        id: alarm.id,
        name: null,
        headers: {},
        retry: null,
        misfire: null,
        append_id: false,
        url: null,
      },
      output_mode: 'event',
    });
    expect(replaced.alarm).not.toHaveProperty('payload');
  });

  test('with a delay restarts it: the same request without replacing then finds the alarm', async () => {
    const { delay, external_id } = { delay: '10m', external_id: 'debounced' };
    const body = { delay, external_id, jitter: '5s' };
    const { alarm } = await create(body);
    world.clock.advance(60_000);
    const { alarm: replaced } = await create(replacing(body));
    expect([replaced.id, replaced.version]).toEqual([alarm.id, 2]);
    world.clock.advance(30_000);
    const { status, alarm: found } = await create(body);
    expect([status, found.version, found.due_at]).toEqual([200, 2, replaced.due_at]);
    expect((await create({ ...body, delay: '11m' })).body.code).toBe('external_id_taken');
    expect((await create(replacing(body))).alarm.version).toBe(3);
    expect((await create(body)).alarm.version).toBe(3);
  });

  test('leaves credentials visible to the last author only', async () => {
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId }));
    const { alarm } = await create({ ...FIRST, headers: { Authorization: 'mine' } });
    const taken = await create(replacing({ ...FIRST, headers: { Authorization: 'his' } }), {}, leo);
    expect(taken.alarm.headers).toEqual({ Authorization: 'his' });
    expect((await get(alarm.id)).headers).toEqual({ Authorization: '••••••••' });
  });

  test('needs an external_id', async () => {
    const { status, body } = await create({ delay: '1h', on_conflict: 'replace' });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/on_conflict' }]]);
  });

  test('by an alarm that would end at creation is rejected', async () => {
    await create(FIRST);
    const past = replacing({ ...FIRST, delay: undefined, fire_at: START, misfire: 'skip' });
    const { status, body } = await expectUnchanged(world, () => create(past));
    expect([status, body.code]).toEqual([400, 'due_in_past']);
  });

  test('happens once per Idempotency-Key', async () => {
    const once = { 'idempotency-key': 'k' };
    await create(FIRST);
    const replaced = await create(replacing(OTHER), once);
    world.clock.advance(1_000);
    expect((await create(replacing(OTHER), once)).body).toEqual(replaced.body);
    expect(replaced.alarm.version).toBe(2);
  });
});

describe('a batch', () => {
  type Result = CreatedAlarmJson & { error?: Problem };
  const sendAll = (alarms: object[], more: object = {}) =>
    api<Problem & { results: Result[] }>('POST', '/alarms/batch', {
      alarms: alarms.map((one) => ({ ...HOOK, ...one })),
      ...more,
    });
  const named = (external_id: string, change: object = {}) => ({ ...FIRST, external_id, ...change });

  test('returns each like a separate create: created, found, in conflict, replaced, or too late', async () => {
    for (const state of ['scheduled', 'retrying', 'firing', 'delivered'] as const) {
      await alarmIn(world, api, state, named(state));
    }
    const { status, body } = await sendAll([
      named('new'),
      named('scheduled'),
      named('scheduled', { payload: [2] }),
      named('retrying', replacing({ payload: [2] })),
      named('firing', replacing({ payload: [2] })),
      named('delivered', { payload: [2] }),
    ]);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { created: true, alarm: { version: 1 } },
      { created: false, alarm: { version: 1 } },
      { error: { status: 409, code: 'external_id_taken', errors: [{ pointer: '/alarms/2/external_id' }] } },
      { created: false, alarm: { version: 6 } },
      { error: { status: 409, code: 'alarm_already_firing' } },
      { created: true, alarm: { version: 1 } },
    ]);
    expect(body.results[2]?.error?.current).toMatchObject({ external_id: 'scheduled', version: 1 });
    expect(body.results[2]?.error?.current).not.toHaveProperty('payload');
  });

  test('that is atomic creates and replaces nothing when one is in conflict', async () => {
    await create(named('a'));
    await create(named('b'));
    const alarms = [named('new'), named('a', replacing({ payload: [2] })), named('b', { payload: [2] })];
    const { status, body } = await expectUnchanged(world, () => sendAll(alarms, { atomic: true }));
    expect([status, body.code, body.errors]).toMatchObject([
      400,
      'batch_rejected',
      [{ pointer: '/alarms/2/external_id' }],
    ]);
  });

  test('that replaces one alarm several times leaves the last content', async () => {
    const { alarm: first } = await create(named('a'));
    const items = [2, 3, 4].map((n) => named('a', replacing({ payload: [n] })));
    expect((await sendAll(items)).body.results.map(({ alarm }) => alarm.id)).toEqual(Array(3).fill(first.id));
    expect((await get(first.id)).payload).toEqual([4]);
  });

  test('that replaces several records one event', async () => {
    await sendAll(['a', 'b'].map((name) => named(name)));
    const { body } = await sendAll(['a', 'b'].map((name) => named(name, replacing({ payload: [2] }))));
    const events = (await eventsOf(maya.actor.workspaceId)).filter(({ type }) => type === 'alarm.replaced');
    expect(events).toHaveLength(1);
    expect(new Set(events[0]?.data.alarm_ids)).toEqual(new Set(body.results.map(({ alarm }) => alarm.id)));
  });
});

describe('an alarm by its external id', () => {
  const at = (external: string, verb = '') => `/alarms/external:${encodeURIComponent(external)}${verb}`;

  test.each(['order-42', 'a/b', 'Größe 7%', 'external:x', '019a9c4e-7f10-7c3a-9d2e-5b1f0c8e4a61'])(
    'is read, rescheduled, aborted and redriven: %s',
    async (external_id) => {
      const { alarm } = await create({ ...FIRST, external_id });
      const { id } = alarm;
      expect((await send('GET', at(external_id))).alarm).toEqual(alarm);
      const edited = await send('PATCH', at(external_id), { delay: '2h' }, { 'if-match': '"1"' });
      expect(edited.alarm).toMatchObject({ id, version: 2 });
      expect((await send('POST', at(external_id, '/abort'))).alarm).toMatchObject({ id, version: 3 });
      expect((await send('POST', at(external_id, '/redrive'))).alarm).toMatchObject({ id, version: 4 });
      expect((await send('GET', at(external_id, '/attempts'))).status).toBe(200);
    },
  );

  test('means the open one, else the one that ended last', async () => {
    const ids: string[] = [];
    for (const state of ['dead', 'aborted', 'delivered'] as const) {
      ids.push((await alarmIn(world, api, state, FIRST)).id);
      world.clock.advance(1_000);
    }
    expect((await send('GET', at('order-42'))).alarm.id).toBe(ids[2]);
    const open = await create(FIRST);
    expect((await send('GET', at('order-42'))).alarm.id).toBe(open.alarm.id);
    const list = await api<{ alarms: { id: string }[] }>('GET', '/alarms?external_id=order-42');
    expect(new Set(list.body.alarms.map(({ id }) => id))).toEqual(new Set([...ids, open.alarm.id]));
  });

  test.each(['unknown', 'Order-42', 'order'])('is not found by %s', async (external) => {
    await create(FIRST);
    expect(await api('GET', at(external))).toMatchObject({ status: 404, body: { code: 'alarm_not_found' } });
  });

  test('of another workspace is not found', async () => {
    await create(FIRST);
    const there = await apiFor(world, await world.member());
    expect((await there('GET', at('order-42'))).status).toBe(404);
  });

  test('needs the external id, and rejects any other text', async () => {
    expect((await api('GET', '/alarms/external:')).status).toBe(400);
    expect((await api('GET', '/alarms/order-42')).status).toBe(400);
  });
});

describe('redriving an alarm whose external_id another open one has', () => {
  test.each(['delivered', 'dead', 'aborted', 'skipped'] as const)(
    'that is %s gets 409 with that one',
    async (state) => {
      const { id } = await alarmIn(world, api, state, FIRST);
      const open = await create(FIRST);
      const { status, body } = await expectUnchanged(world, () => send('POST', `/alarms/${id}/redrive`));
      expect([status, body.code, body.current.id]).toEqual([409, 'external_id_taken', open.alarm.id]);
      await api('POST', `/alarms/${open.alarm.id}/abort`);
      expect((await send('POST', `/alarms/${id}/redrive`)).status).toBe(200);
    },
  );

  test('is skipped among redriven dead letters, and of several with one id the last is redriven', async () => {
    for (const payload of [1, 2, 3]) {
      await alarmIn(world, api, 'dead', { ...FIRST, payload });
      world.clock.advance(1_000);
    }
    const taken = await alarmIn(world, api, 'dead', { delay: '1h', external_id: 'taken' });
    await create({ delay: '1h', external_id: 'taken' });
    await alarmIn(world, api, 'dead');
    const redrive = () => api<{ count: number; more: boolean }>('POST', '/dead-letters/redrive', {});
    expect((await redrive()).body).toMatchObject({ count: 2, more: false });
    expect((await get('external:order-42')).payload).toBe(3);
    expect((await get(taken.id)).status).toBe('dead');
    expect(await placesOf(world, maya.actor.workspaceId)).toEqual({ pending: 3, finished: 3 });
    expect((await redrive()).body).toMatchObject({ count: 0, more: false });
  });

  test('while the open one ends: either outcome leaves one open alarm', async () => {
    const { id } = await alarmIn(world, api, 'dead', FIRST);
    const open = await create(FIRST);
    const [redriven] = await Promise.all([
      send('POST', `/alarms/${id}/redrive`),
      putIn(world, open.alarm.id, 'delivered'),
    ]);
    expect([200, 409]).toContain(redriven.status);
    const { pending } = await placesOf(world, maya.actor.workspaceId);
    expect(pending).toBe(redriven.status === 200 ? 1 : 0);
  });
});
