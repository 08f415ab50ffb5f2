import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlarmResponseJson, CreatedAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { SqlRunner } from '#/lib/core/clock.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { placesOf } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { statementsOf } from '#/test/statements.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const GOOD = { delay: '1h', url: 'https://example.com/hook' };
const BAD = { delay: '1h' };

type Result = CreatedAlarmJson & { error?: { code: string; errors: { pointer: string; detail: string }[] } };
type Batch = { results: Result[]; code?: string; errors?: { pointer: string }[] };

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

const send = (alarms: unknown, more: object = {}, headers?: Record<string, string>) =>
  api<Batch>('POST', '/alarms/batch', { alarms, ...more }, headers);
const many = (count: number, body: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ ...GOOD, name: `${n}`, ...body }));
const places = () => placesOf(world, maya.actor.workspaceId);

describe('a batch is rejected', () => {
  test.each<[string, unknown, string]>([
    ['without alarms', undefined, '/alarms'],
    ['with none', [], '/alarms'],
    ['with one that is not a list', GOOD, '/alarms'],
    ['with 1,001', many(1_001), '/alarms'],
  ])('%s', async (_what, alarms, pointer) => {
    const response = await expectUnchanged(world, () => send(alarms));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test('as a whole when it is atomic and items are invalid, with a pointer to each', async () => {
    const past = { ...GOOD, delay: undefined, fire_at: START };
    const alarms = [GOOD, BAD, past, 'x', { ...GOOD, method: 'A B' }];
    const { status, body } = await expectUnchanged(world, () => send(alarms, { atomic: true }));
    expect([status, body.code]).toEqual([400, 'batch_rejected']);
    const pointers = ['/alarms/1/url', '/alarms/2/fire_at', '/alarms/3', '/alarms/4/method'];
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('with an Idempotency-Key when an item nests too deeply to be serialized', async () => {
    const deep = `{"alarms":[{"payload":${'['.repeat(1e5)}${']'.repeat(1e5)}}]}`;
    const work = () => api('POST', '/alarms/batch', deep, { 'idempotency-key': 'deep' });
    expect(await expectUnchanged(world, work)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });
});

describe('an invalid item', () => {
  test.each<[string, unknown, object]>([
    ['is not an object', 7, { code: 'input_invalid', errors: [{ pointer: '/alarms/1' }] }],
    ['is null', null, { code: 'input_invalid', errors: [{ pointer: '/alarms/1' }] }],
    ['lacks its URL', BAD, { code: 'input_invalid', errors: [{ pointer: '/alarms/1/url' }] }],
    ['has an extra field', { ...GOOD, 'a/b': 1 }, { code: 'input_invalid', errors: [{ pointer: '/alarms/1/a~1b' }] }],
    ['is due in the past', { ...GOOD, delay: '0s' }, { code: 'due_in_past', errors: [{ pointer: '/alarms/1/delay' }] }],
    ['is due too late', { ...BAD, delay: undefined, hours: 1e6, url: GOOD.url }, { code: 'due_too_far' }],
    [
      'nests too deeply',
      { ...GOOD, payload: JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`) },
      { errors: [{ pointer: '/alarms/1/payload' }] },
    ],
  ])('that %s does not affect the others, and has its error in its place', async (_what, bad, expected) => {
    const { status, body } = await send([{ ...GOOD, external_id: 'a' }, bad, { ...GOOD, external_id: 'c' }]);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { alarm: { status: 'scheduled', external_id: 'a' }, created: true },
      { error: { status: 400, type: expect.stringMatching(/^urn:/), title: expect.any(String), ...expected } },
      { alarm: { status: 'scheduled', external_id: 'c' }, created: true },
    ]);
    expect(await places()).toEqual({ pending: 2, finished: 0 });
  });

  test('may be one of many: all may be rejected, and nothing is created', async () => {
    const { status, body } = await expectUnchanged(world, () => send([BAD, BAD]));
    expect([status, body.results.map(({ error }) => error?.code)]).toEqual([200, ['input_invalid', 'input_invalid']]);
  });
});

describe('a batch', () => {
  test('of a thousand is created by one statement and returned in order', async () => {
    await send(many(1));
    const { result, statements } = await statementsOf(world, 'alarms', () => send(many(1_000)));
    expect(result.body.results.map(({ created }) => created)).toEqual(Array(1_000).fill(true));
    expect(statements).toBe(1);
    const { rows } = await world.database.pool.query(
      'select id::text, name from alarms where workspace_id = $1 and id = any ($2::uuid[])',
      [maya.actor.workspaceId, result.body.results.map(({ alarm }) => alarm.id)],
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    expect(result.body.results.map(({ alarm }) => names.get(alarm.id))).toEqual(many(1_000).map(({ name }) => name));
  });

  test('returns what a caller needs of each, and no more', async () => {
    const { body } = await send([{ ...GOOD, external_id: 'a', payload: { big: 'x'.repeat(60_000) } }]);
    const { alarm, created } = body.results[0] as Result;
    const { id, ...expected } = alarm;
    expect([created, expected]).toEqual([
      true,
      {
        status: 'scheduled',
        due_at: '2026-03-10T10:00:00.123000Z',
        time_left_ms: 3_600_000,
        version: 1,
        external_id: 'a',
      },
    ]);
    expect((await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm).toMatchObject(expected);
  });

  test('is created as a whole when it is atomic and all items are valid', async () => {
    expect((await send(many(3), { atomic: true })).body.results.map(({ created }) => created)).toEqual([
      true,
      true,
      true,
    ]);
    expect(await places()).toEqual({ pending: 3, finished: 0 });
  });

  test('may mix alarms that end at creation with others', async () => {
    const past = { url: GOOD.url, fire_at: '2026-03-10T08:00:00Z' };
    const alarms = [
      { ...past, misfire: 'skip' },
      GOOD,
      { ...past, misfire: 'dead_letter' },
      { ...past, misfire: 'fire' },
    ];
    const { body } = await send(alarms);
    expect(body.results.map(({ alarm }) => alarm.status)).toEqual(['aborted', 'scheduled', 'dead', 'scheduled']);
    for (const { id, status } of body.results.map(({ alarm }) => alarm)) {
      expect((await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm.status).toBe(status);
    }
    expect(await places()).toEqual({ pending: 2, finished: 2 });
  });

  test('sent again in part finds each by its external_id with two statements', async () => {
    const alarms = many(201).map((one, n) => ({ ...one, external_id: `order-${n}` }));
    const first = await send(alarms);
    const others = alarms.slice(1);
    const { result: again, statements } = await statementsOf(world, 'alarm', () => send(others));
    const ids = first.body.results.slice(1).map(({ alarm }) => alarm.id);
    expect(again.body.results.map(({ alarm }) => alarm.id)).toEqual(ids);
    expect(again.body.results.filter(({ created }) => created)).toEqual([]);
    expect(statements).toBe(2);
  });

  test('with one external_id three times creates the first, finds it, and rejects different content', async () => {
    const same = { ...GOOD, external_id: 'a' };
    const { body } = await send([same, same, { ...same, delay: '2h' }]);
    const [one, other, third] = body.results;
    expect([one?.created, other?.created, other?.alarm]).toEqual([true, false, one?.alarm]);
    expect(third?.error).toMatchObject({ code: 'external_id_taken' });
    expect(await places()).toEqual({ pending: 1, finished: 0 });
  });

  test('of the same fifty names, sent twenty times at once in any order, creates fifty', async () => {
    const alarms = many(50).map((one, n) => ({ ...one, external_id: `order-${n}` }));
    const batches = Array.from({ length: 20 }, (_, n) => send(n % 2 ? alarms : alarms.toReversed()));
    const responses = (await Promise.all(batches)).flatMap(({ body }) => body.results);
    expect(responses.filter(({ created }) => created)).toHaveLength(50);
    expect(new Set(responses.map(({ alarm }) => `${alarm.external_id} ${alarm.id}`))).toHaveLength(50);
    expect(await places()).toEqual({ pending: 50, finished: 0 });
  });

  test('is handled once per Idempotency-Key, including its errors', async () => {
    const once = { 'idempotency-key': 'batch-1' };
    const first = await send([GOOD, BAD], {}, once);
    expect(await send([GOOD, BAD], {}, once)).toMatchObject({ status: 200, body: first.body });
    expect(await places()).toMatchObject({ pending: 1 });
  });

  test('keeps every number of its payloads as it was written', async () => {
    const text = `{"alarms":[{"hours":1.0,"url":"${GOOD.url}","payload":[12345678901234567890,1.0]}]}`;
    const { body } = await api<Batch>('POST', '/alarms/batch', text);
    const alarm = body.results[0]?.alarm;
    const { rows } = await world.database.pool.query('select payload::text from alarms where id = $1', [alarm?.id]);
    expect([rows[0].payload, alarm?.time_left_ms]).toEqual(['[12345678901234567890,1.0]', 3_600_000]);
  });

  test('of eight megabytes of payloads is created', async () => {
    const alarms = many(125, { payload: 'x'.repeat(64 * 1024 - 2) });
    expect((await send(alarms)).body.results.filter(({ created }) => created)).toHaveLength(125);
  });

  test('with a key needs no second connection: as many callers as connections all succeed', async () => {
    const small = await testWorld({ connections: 4 });
    const queryDatabase = (sql?: SqlRunner) => databaseClock.now(sql as SqlRunner);
    vi.spyOn(small.clock, 'now').mockImplementation(queryDatabase);
    const apis = await Promise.all(Array.from({ length: 12 }, async () => apiFor(small, await small.member())));
    const responses = await Promise.all(
      apis.map((one) => one<Batch>('POST', '/alarms/batch', { alarms: many(50) }, { 'idempotency-key': 'k' })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});
