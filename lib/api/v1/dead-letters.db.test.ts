import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  AlarmResponseJson,
  DeadLetterCountJson,
  DeadLetterListJson,
  RedrivenJson,
} from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AttemptListJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { ALARM_STATES, alarmIn, placesOf } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const MINUTE = 60_000;

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

const list = async (query = '') => (await api<DeadLetterListJson>('GET', `/dead-letters?${query}`)).body;
const redrive = (body: object, headers?: Record<string, string>) =>
  api<RedrivenJson>('POST', '/dead-letters/redrive', body, headers);
const get = async (id: string) => (await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm;
const eventsOf = async () =>
  (
    await world.database.pool.query('select type, data from events where workspace_id = $1 order by id', [
      maya.actor.workspaceId,
    ])
  ).rows;

/** As many dead letters, each a minute after the one before. */
async function deadLetters(count: number, body: object = {}): Promise<string[]> {
  const created: string[] = [];
  for (let n = 0; n < count; n += 1) {
    created.push((await alarmIn(world, api, 'dead', { name: `Order ${n}`, ...body })).id);
    world.clock.advance(MINUTE);
  }
  return created;
}
const minute = (n: number) => new Date(Date.parse(START) + n * MINUTE).toISOString();

test('dead letters are counted, and nothing else is', async () => {
  const count = async (as = api) => (await as<DeadLetterCountJson>('GET', '/dead-letters/count')).body;
  expect(await count()).toMatchObject({ count: 0, more: false });
  for (const state of ALARM_STATES) await alarmIn(world, api, state);
  await deadLetters(2);
  expect(await count()).toMatchObject({ count: 3, more: false });
  expect(await count(await apiFor(world, await world.member()))).toMatchObject({ count: 0 });
  await redrive({});
  expect(await count()).toMatchObject({ count: 0 });
});

test('a workspace with more than a thousand dead letters learns that there are more', async () => {
  await deadLetters(1);
  await world.database.pool.query(
    `insert into alarm_history select (jsonb_populate_record(alarm_history, jsonb_build_object('id', gen_random_uuid()))).*
     from alarm_history, generate_series(1, 1000) where workspace_id = $1 and status = 'dead'`,
    [maya.actor.workspaceId],
  );
  const { body } = await api<DeadLetterCountJson>('GET', '/dead-letters/count');
  expect(body).toMatchObject({ count: 1_000, more: true });
});

describe('redriving dead letters is rejected', () => {
  test.each([
    ['for no ids', { ids: [] }, '/ids'],
    ['for more than a thousand ids', { ids: Array(1_001).fill('0190f5fe-7c00-7a00-8000-000000000001') }, '/ids'],
    ['for an invalid id', { ids: ['1'] }, '/ids/0'],
    ['for an invalid time', { finished_from: 'yesterday' }, '/finished_from'],
    ['with invalid jitter', { jitter: 'slowly' }, '/jitter'],
    ['when dry_run is a string', { dry_run: 'yes' }, '/dry_run'],
    ['with an unknown filter', { status: 'dead' }, '/status'],
  ])('%s', async (_what, body, pointer) => {
    await deadLetters(1);
    const response = await expectUnchanged(world, () => redrive(body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });
});

describe('the list', () => {
  test('shows dead letters only, of this workspace only, the latest first', async () => {
    for (const state of ALARM_STATES) await alarmIn(world, await apiFor(world, await world.member()), state);
    for (const state of ALARM_STATES.filter((one) => one !== 'dead')) await alarmIn(world, api, state);
    const created = await deadLetters(3);
    const { alarms, next_cursor } = await list();
    expect([alarms.map(({ id }) => id), next_cursor]).toEqual([created.toReversed(), null]);
    expect(alarms[0]).toMatchObject({ status: 'dead', end_reason: 'exhausted' });
  });

  test('shows the outcome of each one’s last attempt', async () => {
    const [first = '', second] = await deadLetters(2);
    await world.database.pool.query(
      `insert into alarm_attempts (alarm_id, workspace_id, attempt, started_at, duration_us, outcome, status_code, excerpt)
       values ($1, $4, 7, $2, 1000, 'answered', 404, 'no such hook'), ($1, $4, 8, $3, 1000, 'stopped', null, null)`,
      [first, minute(60), minute(61), maya.actor.workspaceId],
    );
    const { alarms } = await list();
    expect(alarms.map(({ id }) => id)).toEqual([second, first]);
    const { attempts } = (await api<AttemptListJson>('GET', `/alarms/${second}/attempts`)).body;
    expect(alarms[0]?.last_attempt).toEqual(attempts.at(-1) ?? null);
    expect(alarms[1]?.last_attempt).toMatchObject({
      attempt: 7,
      outcome: 'responded',
      status_code: 404,
      response_excerpt: 'no such hook',
    });
  });

  test.each([1, 2, 3, 7])('by pages of %i shows each once, though many died at once', async (limit) => {
    const at = await Promise.all(Array.from({ length: 7 }, () => alarmIn(world, api, 'dead')));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: DeadLetterListJson = await list(`limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.alarms.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(
      at
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  test.each([
    ['name=order+1', [1]],
    [`finished_from=${minute(1)}`, [2, 1]],
    [`finished_to=${minute(1)}`, [0]],
    [`finished_from=${minute(1)}&finished_to=${minute(2)}`, [1]],
    ['finished_from=2026-03-10T09:01:00.123001Z', [2]],
  ])('with %s', async (query, expected) => {
    const created = await deadLetters(3);
    expect((await list(query)).alarms.map(({ id }) => created.indexOf(id))).toEqual(expected);
  });
});

describe('redriving', () => {
  test('all of them fires each once, immediately', async () => {
    const created = await deadLetters(3, { delay: '1s' });
    const others = await Promise.all(
      ALARM_STATES.filter((one) => one !== 'dead').map((one) => alarmIn(world, api, one)),
    );
    const before = await Promise.all(others.map(({ id }) => get(id)));
    expect((await redrive({})).body).toMatchObject({ count: 3, dry_run: false });
    const next_attempt_at = (await world.clock.now()).toISOString().replace('Z', '000Z');
    for (const id of created) {
      expect(await get(id)).toMatchObject({ status: 'retrying', next_attempt_at, attempts: 1, max_attempts: 11 });
    }
    expect(await Promise.all(others.map(({ id }) => get(id)))).toEqual(before);
    expect((await redrive({})).body.count).toBe(0);
    const events = (await eventsOf()).filter(({ type }) => type === 'alarm.redriven');
    expect(events).toEqual([
      { type: 'alarm.redriven', data: { count: 3, before: { status: 'dead' }, after: { status: 'retrying' } } },
    ]);
  });

  test('distinguishes those never attempted, whose deadline had passed', async () => {
    const [late] = await deadLetters(3);
    await world.database.pool.query('update alarm_history set attempts = 0 where id = $1', [late]);
    expect((await redrive({})).body.count).toBe(3);
    const events = (await eventsOf()).filter(({ type }) => type === 'alarm.redriven');
    expect(events.map(({ data }) => data)).toEqual([
      { count: 1, before: { status: 'dead' }, after: { status: 'scheduled' } },
      { count: 2, before: { status: 'dead' }, after: { status: 'retrying' } },
    ]);
  });

  test('leaves those of another workspace alone, even when named by id', async () => {
    const theirs = await alarmIn(world, await apiFor(world, await world.member()), 'dead');
    const response = await expectUnchanged(world, () => redrive({ ids: [theirs.id] }));
    expect(response.body.count).toBe(0);
  });

  test.each([
    ['by ids', (made: string[]) => ({ ids: [made[0], made[2], made[0]] }), [0, 2]],
    ['by name', () => ({ name: 'order 1' }), [1]],
    ['by when they died', () => ({ finished_from: minute(1), finished_to: minute(2) }), [1]],
    ['by all of it', (made: string[]) => ({ ids: made, name: 'order', finished_to: minute(2) }), [0, 1]],
  ])('only those %s, after a dry run that counts them', async (_what, filter, expected) => {
    const created = await deadLetters(3);
    const dry = await expectUnchanged(world, () => redrive({ ...filter(created), dry_run: true }));
    expect(dry).toMatchObject({ status: 200, body: { count: expected.length, dry_run: true } });
    expect((await redrive(filter(created))).body.count).toBe(expected.length);
    const left = new Set((await list()).alarms.map(({ id }) => id));
    expect(created.flatMap((id, n) => (left.has(id) ? [] : n))).toEqual(expected);
  });

  test('with jitter spreads the attempts, never before now', async () => {
    const created = await deadLetters(20, { delay: '1ms' });
    const now = await world.clock.now();
    await redrive({ jitter: '1h' });
    const nextAttempts = await Promise.all(created.map(async (id) => (await get(id)).next_attempt_at ?? ''));
    expect(new Set(nextAttempts).size).toBeGreaterThan(15);
    for (const at of nextAttempts) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(now.getTime());
      expect(Date.parse(at)).toBeLessThanOrEqual(now.getTime() + 60 * MINUTE);
    }
  });

  test('once per Idempotency-Key', async () => {
    const [id = ''] = await deadLetters(2);
    const once = { 'idempotency-key': 'redrive-1' };
    const first = await redrive({}, once);
    await world.database.pool.query('delete from alarms where id = $1', [id]);
    expect((await redrive({}, once)).body).toEqual(first.body);
  });

  test('2,500 takes batches of a thousand, and five callers at once redrive each once', async () => {
    const { workspaceId } = maya.actor;
    await world.database.pool.query(
      `insert into alarm_history (due_at, finished_at, created_at, version, attempts, max_attempts, status, id,
                                  workspace_id, created_by, end_reason, url)
       select $2, $2, $2, 3, 10, 10, 'dead', gen_random_uuid(), $1, $1, 'exhausted', 'https://example.com'
       from generate_series(1, 2500)`,
      [workspaceId, START],
    );
    const admins = await Promise.all(
      Array.from({ length: 5 }, async () => apiFor(world, await world.member({ workspaceId, role: 'admin' }))),
    );
    const responses = await Promise.all(admins.map((one) => one<RedrivenJson>('POST', '/dead-letters/redrive', {})));
    expect(responses.reduce((sum, { body }) => sum + body.count, 0)).toBe(2_500);
    expect(await placesOf(world, workspaceId)).toMatchObject({ pending: 2_500, finished: 0 });
    const { rows } = await world.database.pool.query(
      'select distinct attempts, max_attempts, version from alarms where workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([{ attempts: 10, max_attempts: 20, version: 4 }]);
  });
});
