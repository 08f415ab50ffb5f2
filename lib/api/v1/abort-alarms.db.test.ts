import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbortAlarmsJson, AlarmListJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { ALARM_STATES, alarmIn, placesOf } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const MINUTE = 60_000;
const SCHEDULE = '0190f5fe-7c00-7a00-8000-000000000001';
const minute = (n: number) => new Date(Date.parse(START) + n * MINUTE).toISOString();

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

const abort = (body: object, headers?: Record<string, string>) =>
  api<AbortAlarmsJson>('POST', '/alarms/abort', body, headers);
const get = async (id: string) => (await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm;
const aborted = async () => (await api<AlarmListJson>('GET', '/alarms?status=aborted&limit=200')).body.alarms;
const eventsOf = async () =>
  (
    await world.database.pool.query(
      `select subject_id, data from events where workspace_id = $1 and type = 'alarm.aborted' order by id`,
      [maya.actor.workspaceId],
    )
  ).rows;
/** Alarms due at the minutes 10, 20 and 30 from the start. */
const three = () =>
  Promise.all(
    [0, 1, 2].map(async (n) => {
      const body = { delay: `${10 + 10 * n}m`, name: `Order ${n}`, external_id: `order-${n}` };
      return (await alarmIn(world, api, 'scheduled', body)).id;
    }),
  );

test('aborting all ends scheduled and retrying alarms, and reports those in flight', async () => {
  const created = new Map<string, string>();
  for (const state of ALARM_STATES) created.set(state, (await alarmIn(world, api, state)).id);
  const theirs = await apiFor(world, await world.member());
  const other = await alarmIn(world, theirs, 'scheduled');
  const others = ALARM_STATES.filter((state) => state !== 'scheduled' && state !== 'retrying');
  const before = await Promise.all(others.map((state) => get(created.get(state) ?? '')));

  const { status, body } = await abort({ all: true });
  expect([status, body]).toEqual([200, { count: 2, in_flight: 1, more: false, dry_run: false, server_time: START }]);
  for (const [state, version, attempts] of [
    ['scheduled', 2, 0],
    ['retrying', 6, 2],
  ] as const) {
    expect(await get(created.get(state) ?? '')).toMatchObject({
      status: 'aborted',
      end_reason: 'aborted',
      finished_at: START.replace('Z', '000Z'),
      version,
      attempts,
    });
  }
  expect(await Promise.all(others.map((state) => get(created.get(state) ?? '')))).toEqual(before);
  expect((await theirs<AlarmResponseJson>('GET', `/alarms/${other.id}`)).body.alarm.status).toBe('scheduled');
  const deliveries = ['scheduled', 'retrying'].map((state) => ({
    subject_id: maya.actor.workspaceId,
    data: { count: 1, before: { status: state }, after: { status: 'aborted' } },
  }));
  expect(await eventsOf()).toEqual(deliveries);
  expect((await abort({ all: true })).body).toMatchObject({ count: 0, in_flight: 1, more: false });
  expect(await eventsOf()).toEqual(deliveries);
});

test.each([
  ['by name', { name: 'order 1' }, [1]],
  ['by the external id', { external_id: 'order-2' }, [2]],
  ['by when they are due', { due_from: minute(20), due_to: minute(30) }, [1]],
  ['by all of it', { status: 'scheduled', name: 'order', due_to: minute(30) }, [0, 1]],
  ['by a filter that finds none', { status: 'retrying' }, []],
])('alarms are aborted %s, after a dry run that counts them', async (_what, filter, expected) => {
  const created = await three();
  const dry = await expectUnchanged(world, () => abort({ ...filter, dry_run: true }));
  const found = { count: expected.length, in_flight: 0, more: false };
  expect(dry).toMatchObject({ status: 200, body: { ...found, dry_run: true } });
  expect((await abort(filter)).body).toMatchObject({ ...found, dry_run: false });
  const gone = new Set((await aborted()).map(({ id }) => id));
  expect(created.flatMap((id, n) => (gone.has(id) ? n : []))).toEqual(expected);
});

test('the runs of a schedule are aborted, and no other alarm', async () => {
  const [run = ''] = await three();
  await world.database.pool.query(
    `update alarms set settings = coalesce(settings, '{}') || jsonb_build_object('schedule_id', $2::text) where id = $1`,
    [run, SCHEDULE],
  );
  expect((await abort({ schedule_id: SCHEDULE })).body).toMatchObject({ count: 1 });
  expect((await aborted()).map(({ id }) => id)).toEqual([run]);
});

test.each([
  ['scheduled', 'a first'],
  ['retrying', 'another'],
])('an alarm that is %s counts as in flight only while its %s attempt is sent', async (status) => {
  await alarmIn(world, api, 'scheduled');
  await alarmIn(world, api, 'retrying');
  await alarmIn(world, api, 'firing');
  const again = await alarmIn(world, api, 'firing');
  await world.database.pool.query('update alarms set attempts = 3 where id = $1', [again.id]);
  const found = { count: 1, in_flight: 1, more: false };
  expect((await abort({ status, dry_run: true })).body).toMatchObject(found);
  expect((await abort({ status })).body).toMatchObject(found);
  expect(await eventsOf()).toMatchObject([{ data: { before: { status } } }]);
});

test('an external id is free again once its alarm was aborted with others', async () => {
  const [first] = await three();
  await abort({ name: 'order' });
  const next = await alarmIn(world, api, 'scheduled', { external_id: 'order-0' });
  expect(next.id).not.toBe(first);
});

test('deliveries to webhook endpoints are not aborted', async () => {
  const [id] = await three();
  const { workspaceId } = maya.actor;
  const admin = await apiFor(world, await world.member({ workspaceId, role: 'admin' }));
  const input = { url: 'https://example.com/hooks', event_types: ['alarm.dead'] };
  const { body } = await admin<{ endpoint: { id: string } }>('POST', '/endpoints', input);
  const deliver = 'update alarms set endpoint_id = $2, external_id = null where id = $1';
  await world.database.pool.query(deliver, [id, body.endpoint.id]);
  expect((await abort({ all: true })).body).toMatchObject({ count: 2 });
  expect(await placesOf(world, maya.actor.workspaceId)).toMatchObject({ pending: 1, finished: 2 });
});

describe('aborting alarms by filter is rejected', () => {
  test.each([
    ['without a filter', {}, '/all'],
    ['for a dry run without a filter', { dry_run: true }, '/all'],
    ['with only all: false', { all: false }, '/all'],
    ['with a filter and `all`', { all: true, name: 'order' }, '/all'],
    ['with a name that is empty', { name: '  ' }, '/name'],
    ['for a status that nothing can be aborted in', { status: 'firing' }, '/status'],
    ['for an invalid time', { due_from: 'yesterday' }, '/due_from'],
    ['with an unknown filter', { all: true, ids: [SCHEDULE] }, '/ids'],
  ])('%s', async (_what, body, pointer) => {
    await three();
    const response = await expectUnchanged(world, () => abort(body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });
});

test('more alarms than one call takes need several calls, each with events per thousand', async () => {
  const { workspaceId } = maya.actor;
  await world.database.pool.query(
    `insert into alarms (due_at, next_attempt_at, created_at, id, workspace_id, created_by, max_attempts, url)
     select $2::timestamptz + n * interval '1 second', $2::timestamptz + n * interval '1 second', $2, gen_random_uuid(),
            $1, $1, 10, 'https://example.com'
     from generate_series(1, 10500) as n`,
    [workspaceId, START],
  );
  expect((await abort({ all: true, dry_run: true })).body).toMatchObject({ count: 10_000, more: true });
  expect((await abort({ all: true }, { 'idempotency-key': 'abort-1' })).body).toMatchObject({
    count: 10_000,
    more: true,
  });
  // The first due went first, and the same request sent again repeats its response.
  const { rows } = await world.database.pool.query(
    `select min(due_at) > $2::timestamptz + interval '10000 seconds' as "lastAreLeft" from alarms where workspace_id = $1`,
    [workspaceId, START],
  );
  expect(rows).toEqual([{ lastAreLeft: true }]);
  expect((await abort({ all: true }, { 'idempotency-key': 'abort-1' })).body).toMatchObject({ count: 10_000 });
  expect((await abort({ all: true })).body).toMatchObject({ count: 500, more: false });
  expect((await eventsOf()).map(({ data }) => data.count)).toEqual([...Array(10).fill(1_000), 500]);
  expect(await placesOf(world, workspaceId)).toEqual({ pending: 0, finished: 10_500 });
});

test('five who abort at once end each alarm once', async () => {
  const { workspaceId } = maya.actor;
  const alarms = Array.from({ length: 1_000 }, () => ({ delay: '1h', output_mode: 'event' }));
  for (let n = 0; n < 2; n += 1) await api('POST', '/alarms/batch', { alarms });
  const admins = await Promise.all(
    Array.from({ length: 5 }, async () => apiFor(world, await world.member({ workspaceId, role: 'admin' }))),
  );
  const responses = await Promise.all(
    admins.map((one) => one<AbortAlarmsJson>('POST', '/alarms/abort', { all: true })),
  );
  expect(responses.map(({ status, body }) => [status, body.more])).toEqual(Array(5).fill([200, false]));
  expect(responses.reduce((sum, { body }) => sum + body.count, 0)).toBe(2_000);
  expect(await placesOf(world, workspaceId)).toEqual({ pending: 0, finished: 2_000 });
});
