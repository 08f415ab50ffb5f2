import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmJson, AlarmResponseJson, ChangeAlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { ALARM_STATES, type AlarmState, alarmIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const HOUR = 3_600_000;

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

type Rejection = { code: string; detail: string; errors: { pointer: string }[]; current: AlarmJson };
const get = async (id: string) => (await api<AlarmResponseJson>('GET', `/alarms/${id}`)).body.alarm;
const post = (id: string, verb: 'abort' | 'redrive') =>
  api<ChangeAlarmJson & Rejection>('POST', `/alarms/${id}/${verb}`);
const reschedule = (id: string, body: object, headers?: Record<string, string>) =>
  api<ChangeAlarmJson & Rejection>('PATCH', `/alarms/${id}`, body, headers);
/** Types of the alarm's events since it was created. */
const eventsOf = async (id: string) =>
  (
    await world.database.pool.query(
      "select type, data, actor from events where subject_id = $1 and type <> 'alarm.created' order by id",
      [id],
    )
  ).rows;

async function rejected(expected: { status: number; code: string }, work: () => ReturnType<typeof post>) {
  const response = await expectUnchanged(world, work);
  expect([response.status, response.body]).toMatchObject([expected.status, { code: expected.code }]);
  return response.body;
}

type Outcome = 'changed' | 'same' | 'alarm_already_firing' | 'alarm_ended' | 'alarm_not_attempted';
const TABLE: Record<AlarmState, Record<'abort' | 'reschedule' | 'redrive', Outcome>> = {
  scheduled: { abort: 'changed', reschedule: 'changed', redrive: 'alarm_not_attempted' },
  retrying: { abort: 'changed', reschedule: 'changed', redrive: 'changed' },
  firing: { abort: 'alarm_already_firing', reschedule: 'alarm_already_firing', redrive: 'alarm_already_firing' },
  delivered: { abort: 'alarm_ended', reschedule: 'alarm_ended', redrive: 'changed' },
  dead: { abort: 'alarm_ended', reschedule: 'alarm_ended', redrive: 'changed' },
  aborted: { abort: 'same', reschedule: 'alarm_ended', redrive: 'changed' },
  skipped: { abort: 'same', reschedule: 'alarm_ended', redrive: 'changed' },
};
const VERBS = ['abort', 'reschedule', 'redrive'] as const;
const rows = ALARM_STATES.flatMap((state) => VERBS.map((verb) => ({ state, verb, outcome: TABLE[state][verb] })));

describe('every verb in every state', () => {
  test.each(rows)('$verb of one that is $state: $outcome', async ({ state, verb, outcome }) => {
    const { id } = await alarmIn(world, api, state);
    const before = await get(id);
    world.clock.advance(1_000);
    const work = () => (verb === 'reschedule' ? reschedule(id, { delay: '2h' }) : post(id, verb));
    if (outcome === 'same') {
      const { status, body } = await expectUnchanged(world, work);
      expect([status, body.changed, body.alarm]).toEqual([
        200,
        false,
        { ...before, time_left_ms: body.alarm.time_left_ms },
      ]);
    } else if (outcome === 'changed') {
      const { status, headers, body } = await work();
      expect([status, body.changed, headers.get('etag')]).toEqual([200, true, `"${before.version + 1}"`]);
      expect(body.alarm).toEqual(await get(id));
      const events = { abort: 'alarm.aborted', reschedule: 'alarm.moved', redrive: 'alarm.redriven' };
      const reported = await eventsOf(id);
      expect(reported).toMatchObject([{ type: events[verb], actor: { kind: 'api_key' } }]);
      if (verb !== 'reschedule') {
        expect(reported).toMatchObject([
          { data: { before: { status: before.status }, after: { status: body.alarm.status } } },
        ]);
      }
    } else {
      const { current } = await rejected({ status: 409, code: outcome }, work);
      expect(current).toEqual(await get(id));
    }
  });
});

describe('aborting', () => {
  test('ends the alarm for good, and keeps it readable', async () => {
    const alarm = await alarmIn(world, api, 'scheduled', { payload: [1.5], external_id: 'order-42' });
    world.clock.advance(1_000);
    expect((await post(alarm.id, 'abort')).body).toEqual({
      alarm: {
        ...alarm,
        status: 'aborted',
        end_reason: 'aborted',
        finished_at: '2026-03-10T09:00:01.123000Z',
        next_attempt_at: null,
        time_left_ms: 0,
        version: 2,
      },
      changed: true,
      server_time: '2026-03-10T09:00:01.123Z',
    });
  });

  test('at the very instant when it is due succeeds if no worker has claimed it', async () => {
    const { id } = await alarmIn(world, api, 'scheduled');
    world.clock.advance(10 * HOUR);
    expect((await post(id, 'abort')).status).toBe(200);
  });

  test('a hundred times at once changes it once', async () => {
    const { id } = await alarmIn(world, api, 'scheduled');
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(id, 'abort')));
    expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(responses.filter(({ body }) => body.changed)).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('rescheduling is rejected', () => {
  test.each([
    ['without a time', {}, 'input_invalid', ''],
    ['with two', { delay: '1h', hours: 1 }, 'input_invalid', '/hours'],
    ['into the past', { fire_at: START }, 'due_in_past', '/fire_at'],
    ['beyond ten years', { hours: 999_999 }, 'due_too_far', '/hours'],
    ['beyond its deadline', { delay: '2h1ms' }, 'due_after_deadline', '/delay'],
    ['together with its URL', { delay: '1h', url: 'https://example.com' }, 'input_invalid', '/url'],
    ['together with its misfire', { delay: '1h', misfire: 'fire' }, 'input_invalid', '/misfire'],
  ])('%s', async (_what, body, code, pointer) => {
    const { id } = await alarmIn(world, api, 'scheduled', { deadline: '2026-03-10T11:00:00.123Z' });
    const { errors } = await rejected({ status: 400, code }, () => reschedule(id, body));
    expect(errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  test('with an outdated version', async () => {
    const { id } = await alarmIn(world, api, 'scheduled');
    await reschedule(id, { delay: '2h' }, { 'if-match': '"1"' });
    const work = () => reschedule(id, { delay: '3h' }, { 'if-match': '"1"' });
    const { current } = await rejected({ status: 412, code: 'alarm_version_mismatch' }, work);
    expect(current).toEqual(await get(id));
    expect(current.version).toBe(2);
  });

  test.each(['2', '"x', '"1" "2"', 'W/1'])('by If-Match: %s', async (header) => {
    const { id } = await alarmIn(world, api, 'scheduled');
    const work = () => reschedule(id, { delay: '3h' }, { 'if-match': header });
    const { errors } = await rejected({ status: 400, code: 'input_invalid' }, work);
    expect(errors).toMatchObject([{ pointer: '#/header/If-Match' }]);
  });
});

describe('rescheduling', () => {
  test.each(['"1"', '"2", "1"', '*', undefined])('with If-Match: %s', async (header) => {
    const alarm = await alarmIn(world, api, 'scheduled');
    const fire_at = '2026-03-10T10:30:00.000001Z';
    const { status, body } = await reschedule(alarm.id, { fire_at }, header ? { 'if-match': header } : {});
    const due = { due_at: fire_at, next_attempt_at: fire_at, time_left_ms: 5_399_878 };
    expect([status, body.changed, body.alarm]).toEqual([200, true, { ...alarm, ...due, version: 2 }]);
  });

  test('up to its deadline, to the microsecond', async () => {
    const deadline = '2026-03-10T11:00:00.000001Z';
    const { id } = await alarmIn(world, api, 'scheduled', { deadline });
    expect((await reschedule(id, { fire_at: deadline })).status).toBe(200);
  });

  test('one that is being retried restores all its attempts', async () => {
    const { id } = await alarmIn(world, api, 'retrying', { retry: ['1s', '2s'] });
    const { body } = await reschedule(id, { delay: '5m' });
    expect(body.alarm).toMatchObject({ attempts: 2, max_attempts: 5, next_attempt_at: body.alarm.due_at });
  });

  test('one that is already due works until a worker claims it', async () => {
    const { id } = await alarmIn(world, api, 'scheduled');
    world.clock.advance(2 * HOUR);
    expect((await reschedule(id, { delay: '1h' })).body.alarm).toMatchObject({ due_at: '2026-03-10T12:00:00.123000Z' });
  });

  test('by a hundred clients at once that read the same version happens once', async () => {
    const { id } = await alarmIn(world, api, 'scheduled');
    const reschedules = Array.from({ length: 100 }, (_, n) =>
      reschedule(id, { delay_ms: HOUR + n }, { 'if-match': '"1"' }),
    );
    const responses = await Promise.all(reschedules);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(99);
    expect((await get(id)).version).toBe(2);
  });
});

describe('redriving', () => {
  test('fires a dead one at once under its id, with its earlier attempts logged and all its attempts again', async () => {
    const { id } = await alarmIn(world, api, 'dead', { payload: { n: 1 }, retry: ['1s'], external_id: 'order-42' });
    const before = await get(id);
    world.clock.advance(2 * HOUR);
    const { body } = await post(id, 'redrive');
    expect(body).toEqual({
      alarm: {
        ...before,
        status: 'retrying',
        end_reason: null,
        finished_at: null,
        sent_at: null,
        next_attempt_at: '2026-03-10T11:00:00.123000Z',
        attempts: 1,
        max_attempts: 3,
        version: before.version + 1,
      },
      changed: true,
      server_time: '2026-03-10T11:00:00.123Z',
    });
    expect((await get('external:order-42')).id).toBe(id);
  });

  test('drops a deadline that has passed, since firing again is requested', async () => {
    const { id } = await alarmIn(world, api, 'skipped', { deadline: '2026-03-10T10:00:00.123Z', misfire: 'skip' });
    world.clock.advance(2 * HOUR);
    expect((await post(id, 'redrive')).body.alarm).toMatchObject({ deadline: null, status: 'scheduled' });
  });

  test('one that was aborted before it was due schedules it for its due time, never earlier', async () => {
    const { id, due_at } = await alarmIn(world, api, 'aborted');
    expect((await post(id, 'redrive')).body.alarm).toMatchObject({ due_at, next_attempt_at: due_at, attempts: 0 });
  });

  test('one that waits for a retry attempts it at once, without using up extra attempts', async () => {
    const { id } = await alarmIn(world, api, 'retrying');
    world.clock.advance(HOUR + 1_000);
    const { body } = await post(id, 'redrive');
    expect(body.alarm).toMatchObject({ next_attempt_at: '2026-03-10T10:00:01.123000Z', attempts: 2, max_attempts: 10 });
  });

  test('one that is already due changes nothing, since it is about to fire', async () => {
    const { id } = await alarmIn(world, api, 'dead');
    world.clock.advance(2 * HOUR);
    await post(id, 'redrive');
    const { status, body } = await expectUnchanged(world, () => post(id, 'redrive'));
    expect([status, body.changed]).toEqual([200, false]);
  });

  test.each([
    ['the default schedule', {}, 11],
    ['a list', { retry: ['1s', '2s', '3s'] }, 5],
    ['a policy', { retry: { base: '1s', cap: '1m', count: 6 } }, 8],
    ['no retries', { retry: [] }, 2],
  ])('adds all attempts of %s again', async (_what, body, max_attempts) => {
    const { id } = await alarmIn(world, api, 'dead', body);
    expect((await post(id, 'redrive')).body.alarm).toMatchObject({ attempts: 1, max_attempts });
  });

  test('a hundred times at once redrives it once', async () => {
    const { id } = await alarmIn(world, api, 'dead');
    world.clock.advance(2 * HOUR);
    const responses = await Promise.all(Array.from({ length: 100 }, () => post(id, 'redrive')));
    expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(responses.filter(({ body }) => body.changed)).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('a finished alarm shows', () => {
  test('when its first byte was sent, and how late that was', async () => {
    const { id } = await alarmIn(world, api, 'delivered');
    const sent = { sent_at: '2026-03-10T10:00:00.124250Z', lateness_ms: 1.25, attempts: 1, version: 3 };
    expect(await get(id)).toMatchObject({ status: 'delivered', end_reason: 'delivered', ...sent, time_left_ms: 0 });
  });

  test('no lateness when nothing was delivered', async () => {
    const { id } = await alarmIn(world, api, 'dead');
    expect(await get(id)).toMatchObject({ status: 'dead', lateness_ms: null, next_attempt_at: null });
  });
});
