import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlarmCountsJson, AlarmListJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { purgeScheduleRuns } from '#/lib/alarms/schedules/purge-schedule-runs.ts';
import { registerDueRuns, registerRuns } from '#/lib/alarms/schedules/register-runs.ts';
import type {
  ChangeScheduleResponse,
  ScheduleListJson,
  SchedulePreviewJson,
  ScheduleResponse,
} from '#/lib/alarms/schedules/schedule-schemas.ts';
import { lockSchedule } from '#/lib/alarms/schedules/schedule-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { FIRE, putIn } from '#/test/alarm-rows.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:30.000Z';
const URL = 'https://example.com/hook';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.database.pool.query('delete from schedules');
  world.clock.set(START);
  maya = await world.member();
  api = await apiFor(world, maya);
});

const system = () => ({ db: world.db, clock: world.clock, requestId: null });
const create = async (body: object) => {
  const response = await api<ScheduleResponse>('POST', '/schedules', { url: URL, ...body });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.schedule;
};
const act = (id: string, action: 'pause' | 'resume') =>
  api<ChangeScheduleResponse & { code?: string }>('POST', `/schedules/${id}/${action}`, {});
/** Time and status of each of its alarms, such as `09:01 scheduled`, by due time. */
const alarmsOf = async (id: string) => {
  const { body } = await api<AlarmListJson>('GET', `/alarms?schedule_id=${id}&order=asc&limit=200`);
  return body.alarms;
};
const runsOf = async (id: string) =>
  (await alarmsOf(id)).map(({ run_at, status }) => `${run_at?.slice(11, 16)} ${status}`);

describe('a new schedule', () => {
  test('has its next run as an alarm at once, and the five next runs shown', async () => {
    const schedule = await create({
      name: 'Report',
      cron: '30 9 * * *',
      time_zone: 'Europe/Berlin',
      payload: { n: 1 },
      headers: { authorization: 'Bearer abc', 'x-team': 'core' },
      retry: ['5s'],
    });
    expect(schedule).toMatchObject({ status: 'active', cron: '30 9 * * *', time_zone: 'Europe/Berlin', version: 1 });
    expect(schedule.headers).toEqual({ authorization: 'Bearer abc', 'x-team': 'core' });
    expect(schedule.next_runs).toEqual(['11', '12', '13', '14', '15'].map((day) => `2026-03-${day}T08:30:00.000Z`));
    const [listed, ...others] = await alarmsOf(schedule.id);
    expect(others).toEqual([]);
    const {
      body: { alarm },
    } = await api<AlarmResponseJson>('GET', `/alarms/${listed?.id}`);
    expect(alarm).toMatchObject({
      status: 'scheduled',
      due_at: '2026-03-11T08:30:00.000000Z',
      run_at: '2026-03-11T08:30:00.000Z',
      schedule_id: schedule.id,
      name: 'Report',
      url: URL,
      payload: { n: 1 },
      headers: { authorization: 'Bearer abc', 'x-team': 'core' },
      max_attempts: 2,
      external_id: null,
    });
  });

  test('by an interval runs as often as it says', async () => {
    const { id, next_runs } = await create({
      repeat: 'R3/2026-03-10T09:00:00Z/PT40S',
      output_mode: 'event',
      url: undefined,
    });
    expect(next_runs).toEqual(['2026-03-10T09:00:40.000Z', '2026-03-10T09:01:20.000Z']);
    expect(await runsOf(id)).toEqual(['09:00 scheduled', '09:01 scheduled']);
  });

  test('sends its payload with every digit unchanged', async () => {
    const text = `{"url":"${URL}","cron":"0 0 1 1 *","payload":{"n":12345678901234567890.10}}`;
    const { body } = await api<ScheduleResponse>('POST', '/schedules', text);
    const { rows } = await world.database.pool.query(
      "select payload::text as payload from alarms where settings ->> 'schedule_id' = $1",
      [body.schedule.id],
    );
    expect(rows).toEqual([{ payload: '{"n":12345678901234567890.10}' }]);
  });

  test('adds the same jitter to all its runs', async () => {
    const { id } = await create({ cron: '* * * * *', jitter: '30s' });
    const late = (await alarmsOf(id)).map(({ due_at, run_at }) => Date.parse(due_at) - Date.parse(run_at ?? ''));
    expect(late).toHaveLength(2);
    expect(late[0]).toBeGreaterThan(0);
    expect(late[0]).toBe(late[1]);
  });

  test.each([
    ['without an expression', {}, 'input_invalid', ''],
    ['with two', { cron: '@daily', repeat: 'R/2026-01-01T00:00:00Z/PT1H' }, 'input_invalid', '/repeat'],
    ['with a wrong one', { cron: '99 * * * *' }, 'input_invalid', '/cron'],
    ['without a time zone', { cron: '@daily', time_zone: 'Mars/Olympus' }, 'input_invalid', '/time_zone'],
    [
      'of an interval in a zone',
      { repeat: 'R/2026-01-01T00:00:00Z/PT1H', time_zone: 'UTC' },
      'input_invalid',
      '/time_zone',
    ],
    [
      'that ends before it starts',
      { cron: '@daily', start_at: '2027-01-01T00:00:00Z', end_at: '2026-12-01T00:00:00Z' },
      'input_invalid',
      '/end_at',
    ],
    ['that never runs', { cron: '0 0 31 2 *' }, 'schedule_never_runs', '/cron'],
    ['whose runs have passed', { repeat: 'R2/2020-01-01T00:00:00Z/PT1H' }, 'schedule_never_runs', '/repeat'],
    ['without a URL', { cron: '@daily', url: undefined }, 'input_invalid', '/url'],
    ['with a due time', { cron: '@daily', delay: '1h' }, 'input_invalid', '/delay'],
  ])('%s is rejected', async (_what, body, code, pointer) => {
    await expectUnchanged(world, async () => {
      const response = await api<{ code: string; errors: { pointer: string }[] }>('POST', '/schedules', {
        url: URL,
        ...body,
      });
      expect([response.status, response.body.code, response.body.errors[0]?.pointer]).toEqual([400, code, pointer]);
    });
  });

  test('is previewed without being saved', async () => {
    await expectUnchanged(world, async () => {
      const { body } = await api<SchedulePreviewJson>('POST', '/schedules/preview', { cron: '0 * * * *' });
      expect(body.next_runs.map((run) => run.slice(11, 13))).toEqual(['10', '11', '12', '13', '14']);
    });
  });
});

describe('the last run', () => {
  const lastRunOf = async (id: string) => {
    const { body } = await api<ScheduleListJson>('GET', '/schedules');
    const one = await api<ScheduleResponse>('GET', `/schedules/${id}`);
    const listed = body.schedules.find((schedule) => schedule.id === id)?.last_run;
    expect(listed).toEqual(one.body.schedule.last_run);
    return listed && { status: listed.status, at: listed.run_at.slice(11, 19) };
  };

  test('is shown with its status once it was due, and not before', async () => {
    const { id, last_run } = await create({ cron: '* * * * *' });
    expect(last_run).toBeNull();
    expect(await lastRunOf(id)).toBeNull();
    world.clock.set('2026-03-10T09:02:05.000Z');
    const [first, second, third] = await alarmsOf(id);
    expect(await lastRunOf(id)).toEqual({ status: 'scheduled', at: '09:02:00' });
    await putIn(world, second?.id ?? '', 'retrying');
    expect(await lastRunOf(id)).toEqual({ status: 'retrying', at: '09:02:00' });
    await putIn(world, first?.id ?? '', 'delivered');
    expect(await lastRunOf(id)).toEqual({ status: 'retrying', at: '09:02:00' });
    expect(third).toBeUndefined();
  });

  test('is never one that was aborted before it was sent', async () => {
    const { id } = await create({ cron: '* * * * *' });
    const [first] = await alarmsOf(id);
    world.clock.set('2026-03-10T09:01:05.000Z');
    await putIn(world, first?.id ?? '', 'dead');
    await act(id, 'pause');
    world.clock.set('2026-03-10T09:05:05.000Z');
    expect(await lastRunOf(id)).toEqual({ status: 'dead', at: '09:01:00' });
    const { body } = await api<AlarmCountsJson>('GET', `/alarms/counts?schedule_id=${id}`);
    expect(body.counts).toMatchObject({ dead: 1, aborted: 1, scheduled: 0 });
    const other = await api<AlarmCountsJson>('GET', `/alarms/counts?schedule_id=${newId()}`);
    expect(Object.values(other.body.counts)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('runs become alarms', () => {
  test('once each, however many workers register them at once, in bulk', async () => {
    const ids: string[] = [];
    for (let created = 0; created < 12; created += 1) ids.push((await create({ cron: '*/5 * * * *' })).id);
    world.clock.set('2026-03-10T09:08:30.000Z');
    const counts = await Promise.all([1, 2, 3].map(() => registerDueRuns(system(), { batch: 5 })));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    for (const id of ids) expect(await runsOf(id)).toEqual(['09:05 scheduled', '09:10 scheduled']);
    expect(await registerDueRuns(system())).toBe(0);
  });

  test('without gaps or duplicates, whichever passes are missed within two minutes', async () => {
    const { id } = await create({ cron: '*/20 * * * * *' });
    for (const ms of [10_000, 70_000, 119_000, 1_000, 0, 40_000]) {
      world.clock.advance(ms);
      await registerDueRuns(system());
    }
    const runs = (await alarmsOf(id)).map(({ run_at }) => Date.parse(run_at ?? ''));
    const first = Date.parse('2026-03-10T09:00:40Z');
    expect(runs).toEqual(runs.map((_, index) => first + index * 20_000));
    // 240 s have passed, and 120 s are registered ahead.
    expect(runs.at(-1)).toBe(Date.parse('2026-03-10T09:06:20Z'));
  });

  test('in one transaction with their schedule’s position, or not at all', async () => {
    const { id } = await create({ cron: '* * * * *' });
    world.clock.set('2026-03-10T09:02:30.000Z');
    const killed = transaction(system(), async (inner) => {
      const schedule = await lockSchedule(inner.tx, { id, workspaceId: maya.actor.workspaceId });
      if (schedule) await registerRuns(inner, schedule, await world.clock.now());
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await runsOf(id)).toHaveLength(2);
    expect(await registerDueRuns(system())).toBe(2);
    expect(await runsOf(id)).toEqual(['09:01', '09:02', '09:03', '09:04'].map((run) => `${run} scheduled`));
  });

  test('for the other schedules when one can’t be read anymore', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const [broken, well] = [await create({ cron: '* * * * *' }), await create({ cron: '* * * * *' })];
    await world.database.pool.query("update schedules set time_zone = 'Mars/Olympus' where id = $1", [broken.id]);
    world.clock.set('2026-03-10T09:01:30.000Z');
    expect(await registerDueRuns(system(), { batch: 1 })).toBe(1);
    expect((await runsOf(well.id)).at(-1)).toBe('09:03 scheduled');
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    await world.database.pool.query('delete from schedules where id = $1', [broken.id]);
  });

  test('one schedule at a time when the database rejects a batch, and the rejected one in a later pass', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const names = ['Before', 'Rejected', 'After'];
    const schedules = await Promise.all(names.map((name) => create({ name, cron: '* * * * *' })));
    const lastRuns = () => Promise.all(schedules.map(async ({ id }) => (await runsOf(id)).at(-1)?.slice(0, 5)));
    world.clock.set('2026-03-10T09:01:30.000Z');
    await world.database.pool.query(
      "alter table alarms add constraint alarms_rejected check (name <> 'Rejected') not valid",
    );
    expect(await registerDueRuns(system())).toBe(2);
    expect(await lastRuns()).toEqual(['09:03', '09:02', '09:03']);
    expect(logged.mock.calls.map(([about]) => about)).toEqual([{ err: expect.anything(), schedule: schedules[1]?.id }]);
    await world.database.pool.query('alter table alarms drop constraint alarms_rejected');
    logged.mockRestore();
    expect(await registerDueRuns(system())).toBe(1);
    expect(await lastRuns()).toEqual(['09:03', '09:03', '09:03']);
  });

  test.each([
    ['none', ['09:01', '09:02', '11:01', '11:02']],
    ['latest', ['09:01', '09:02', '11:00', '11:01', '11:02']],
  ])('after hours without a worker, missed ones by catch_up %s', async (catch_up, expected) => {
    const { id } = await create({ cron: '* * * * *', catch_up });
    world.clock.set('2026-03-10T11:00:30.000Z');
    await registerDueRuns(system());
    const alarms = await alarmsOf(id);
    expect(alarms.map(({ run_at }) => run_at?.slice(11, 16))).toEqual(expected);
    const missed = alarms.find(({ run_at }) => run_at?.startsWith('2026-03-10T11:00'));
    if (missed) expect(missed.due_at).toBe('2026-03-10T11:00:30.000000Z');
  });

  test('a limited number per transaction, but all in the end, when catching up on many', async () => {
    const often = { repeat: 'R/2026-03-10T09:00:00Z/PT10S', catch_up: 'all' };
    const schedules = await Promise.all(Array.from({ length: 6 }, () => create(often)));
    world.clock.advance(60 * MINUTE_MS);
    expect(await registerDueRuns(system())).toBeGreaterThan(schedules.length * 100);
    for (const { id } of schedules) {
      const alarms = await alarmsOf(id);
      expect(alarms.filter(({ run_at }) => run_at?.startsWith('2026-03-10T10:01'))).not.toEqual([]);
    }
  });

  test('at least one ahead, so that minutes without workers make it late, not lost', async () => {
    const { id } = await create({ cron: '0 12 * * *' });
    world.clock.set('2026-03-10T12:10:00.000Z');
    await registerDueRuns(system());
    world.clock.set('2026-03-11T12:02:00.000Z');
    await registerDueRuns(system());
    const days = (await alarmsOf(id)).map(({ due_at }) => due_at.slice(8, 13));
    expect(days).toEqual(['10T12', '11T12', '12T12']);
  });

  test('records of runs are kept for a day after their schedule has passed them', async () => {
    const { id } = await create({ cron: '* * * * *' });
    world.clock.advance(DAY_MS);
    await registerDueRuns(system());
    expect(await purgeScheduleRuns(system(), { batch: 1 })).toBe(0);
    world.clock.advance(2 * MINUTE_MS);
    expect(await purgeScheduleRuns(system(), { batch: 1 })).toBe(2);
    expect(await runsOf(id)).toHaveLength(4);
  });
});

describe('a schedule by state and action', () => {
  const STATES = {
    active: async () => create({ cron: '* * * * *' }),
    paused: async () => {
      const schedule = await create({ cron: '* * * * *' });
      await act(schedule.id, 'pause');
      return schedule;
    },
    ended: async () => {
      const schedule = await create({ repeat: 'R1/2026-03-10T09:01:00Z/PT1H' });
      await world.database.pool.query("delete from alarms where settings ->> 'schedule_id' = $1", [schedule.id]);
      world.clock.set('2026-03-10T09:01:00.000Z');
      return schedule;
    },
  };
  const pending = async (id: string) => (await alarmsOf(id)).filter(({ status }) => status === 'scheduled').length;

  test.each([
    ['active', 'pause', [200, true, 'paused', 0]],
    ['active', 'resume', [200, false, 'active', 2]],
    ['active', 'edit', [200, true, 'active', 1]],
    ['active', 'delete', [200, undefined, 'active', 0]],
    ['paused', 'pause', [200, false, 'paused', 0]],
    ['paused', 'resume', [200, true, 'active', 2]],
    ['paused', 'edit', [200, true, 'paused', 0]],
    ['paused', 'delete', [200, undefined, 'paused', 0]],
    ['ended', 'pause', [409, undefined, 'schedule_ended', 0]],
    ['ended', 'resume', [409, undefined, 'schedule_ended', 0]],
    ['ended', 'edit', [200, true, 'active', 1]],
    ['ended', 'delete', [200, undefined, 'ended', 0]],
  ] as const)('%s, %s', async (state, action, expected) => {
    const { id } = await STATES[state]();
    const send = {
      pause: () => act(id, 'pause'),
      resume: () => act(id, 'resume'),
      edit: () => api<ChangeScheduleResponse & { code?: string }>('PATCH', `/schedules/${id}`, { cron: '0 12 * * *' }),
      delete: () => api<ChangeScheduleResponse & { code?: string }>('DELETE', `/schedules/${id}`),
    };
    const { status, body } = await send[action]();
    expect([status, body.changed, body.code ?? body.schedule.status, await pending(id)]).toEqual(expected);
    const { status: found } = await api('GET', `/schedules/${id}`);
    expect(found).toBe(action === 'delete' ? 404 : 200);
  });

  test('pausing aborts runs never attempted, and leaves those in flight or retried', async () => {
    const { id } = await create({ cron: '*/30 * * * * *' });
    const [firing, retrying] = await alarmsOf(id);
    await world.database.pool.query(FIRE, [firing?.id]);
    await putIn(world, retrying?.id as string, 'retrying');
    await act(id, 'pause');
    expect((await alarmsOf(id)).map(({ status }) => status)).toEqual(['firing', 'retrying', 'aborted', 'aborted']);
    world.clock.advance(60_000);
    expect(await registerDueRuns(system())).toBe(0);
  });

  test('resuming does not register sent runs again, but those aborted by the pause', async () => {
    const { id } = await create({ cron: '* * * * *' });
    const [first] = await alarmsOf(id);
    await putIn(world, first?.id as string, 'delivered');
    await act(id, 'pause');
    await act(id, 'resume');
    expect((await runsOf(id)).sort()).toEqual(['09:01 delivered', '09:02 aborted', '09:02 scheduled']);
  });

  test.each([
    ['none', []],
    ['latest', ['10:00']],
    ['all', ['09:30', '10:00']],
  ])('resuming makes up for missed runs by catch_up %s', async (catch_up, expected) => {
    const { id } = await create({ cron: '*/30 * * * *', catch_up });
    await act(id, 'pause');
    world.clock.set('2026-03-10T10:10:00.000Z');
    await act(id, 'resume');
    const scheduled = (await alarmsOf(id)).filter(({ status }) => status === 'scheduled');
    expect(scheduled.map(({ run_at }) => run_at?.slice(11, 16))).toEqual([...expected, '10:30']);
  });
});

describe('a change', () => {
  const edit = (id: string, body: object, client = api, headers = {}) =>
    client<ChangeScheduleResponse & { code: string; errors: { pointer: string }[] }>(
      'PATCH',
      `/schedules/${id}`,
      body,
      headers,
    );

  test('of the URL applies to runs that are already alarms', async () => {
    const { id } = await create({ cron: '* * * * *', payload: [1.5], headers: { 'x-api-key': 'k' } });
    const { body } = await edit(id, { url: 'https://example.com/other' });
    expect(body.schedule).toMatchObject({ version: 2, payload: [1.5], headers: { 'x-api-key': 'k' } });
    const alarms = await alarmsOf(id);
    expect(alarms.map(({ status, url }) => `${status} ${url}`).sort()).toEqual([
      `aborted ${URL}`,
      `aborted ${URL}`,
      'scheduled https://example.com/other',
      'scheduled https://example.com/other',
    ]);
    const {
      body: { alarm },
    } = await api<AlarmResponseJson>('GET', `/alarms/${alarms.find((one) => one.status === 'scheduled')?.id}`);
    expect(alarm.headers).toEqual({ 'x-api-key': 'k' });
  });

  test('keeps runs that are already due, waiting for their jitter or not yet sent', async () => {
    const { id } = await create({ cron: '0 10 * * *', jitter: '2h' });
    const [first] = await alarmsOf(id);
    world.clock.set('2026-03-10T10:00:01.000Z');
    expect((await api('PATCH', `/schedules/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await alarmsOf(id))[0]).toEqual({ ...first, time_left_ms: expect.any(Number) });
  });

  test('of the expression keeps its zone and bounds, and replaces an interval', async () => {
    const { id } = await create({ cron: '0 9 * * *', time_zone: 'Asia/Tokyo', end_at: '2027-01-01T00:00:00Z' });
    const { body: byCron } = await edit(id, { cron: '0 10 * * *' });
    expect(byCron.schedule).toMatchObject({ time_zone: 'Asia/Tokyo', end_at: '2027-01-01T00:00:00.000Z' });
    const { body: byRepeat } = await edit(id, { repeat: 'R/2026-01-01T00:00:00Z/PT1H', end_at: null });
    expect(byRepeat.schedule).toMatchObject({ cron: null, time_zone: null, end_at: null });
    const { body: again } = await edit(id, { cron: '@daily' });
    expect(again.schedule).toMatchObject({ cron: '@daily', time_zone: 'UTC', repeat: null });
  });

  test('to the current values changes nothing', async () => {
    const schedule = await create({
      cron: '0 9 * * *',
      headers: { 'x-api-key': 'k' },
      retry: ['1m'],
      format: 'standard',
    });
    const { body } = await edit(schedule.id, { catch_up: 'none', format: 'standard' });
    expect([body.changed, body.schedule]).toEqual([false, schedule]);
  });

  test.each([
    ['with its method and place of the id', { method: 'PUT', append_id: true }],
    ['with its format and headers', { format: 'standard', headers: { 'x-api-key': 'k' } }],
  ])('to events drops the call, %s', async (_what, call) => {
    const { id } = await create({ cron: '0 9 * * *', payload: [1], ...call });
    for (const body of [{ output_mode: 'event' }, { output_mode: 'event', url: null }]) {
      const { status, body: changed } = await edit(id, body);
      expect([status, changed.errors]).toEqual([200, undefined]);
      const nothing = { url: null, method: 'POST', append_id: false, format: 'raw', headers: {} };
      expect(changed.schedule).toMatchObject({ output_mode: 'event', payload: [1], ...nothing });
    }
    const { status, body } = await edit(id, { output_mode: 'event', method: 'PUT' });
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/method']);
  });

  test('of the body replaces the previous one of any kind', async () => {
    const { id } = await create({ cron: '* * * * *', payload: null });
    const bodyOf = (schedule: object) =>
      Object.entries(schedule).filter(([name]) => ['payload', 'body', 'body_base64'].includes(name));
    const after = async (change: object) => bodyOf((await edit(id, change)).body.schedule);
    expect(await after({ name: 'Renamed' })).toEqual([['payload', null]]);
    expect(await after({ body: '<a/>', headers: { 'content-type': 'application/xml' } })).toEqual([['body', '<a/>']]);
    expect(await after({ catch_up: 'latest' })).toEqual([['body', '<a/>']]);
    const sent = await alarmsOf(id);
    const open = sent.filter(({ status }) => status === 'scheduled');
    for (const { id: alarmId } of open) {
      const { body } = await api<AlarmResponseJson>('GET', `/alarms/${alarmId}`);
      expect(bodyOf(body.alarm)).toEqual([['body', '<a/>']]);
    }
    expect(open).toHaveLength(2);
    expect(await after({ body_base64: 'AP+A' })).toEqual([['body_base64', 'AP+A']]);
    const wrapped = await edit(id, { format: 'standard' });
    expect([wrapped.status, wrapped.body.errors[0]?.pointer]).toEqual([400, '/body_base64']);
    expect(await after({ format: 'standard', payload: { n: 1 } })).toEqual([['payload', { n: 1 }]]);
    const both = await edit(id, { payload: 1, body: 'x' });
    expect([both.status, both.body.errors[0]?.pointer]).toEqual([400, '/body']);
  });

  test('to events drops a body that is not JSON', async () => {
    const { id } = await create({ cron: '0 9 * * *', body: '<a/>' });
    const { status, body } = await edit(id, { output_mode: 'event' });
    expect([status, Object.keys(body.schedule)]).toEqual([200, expect.not.arrayContaining(['payload', 'body'])]);
  });

  test('of the payload counts kept credentials toward the 64 KB', async () => {
    const key = 'k'.repeat(4_000);
    const headers = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`x-${index}-api-key`, key]));
    const { id } = await create({ cron: '0 9 * * *', headers });
    const tooLarge = { payload: 'p'.repeat(34_000) };
    const { status, body } = await edit(id, tooLarge);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/headers']);
    expect((await edit(id, { ...tooLarge, headers: {} })).status).toBe(200);
  });

  test('can’t send someone else’s credentials to another URL, or reveal them', async () => {
    const { id } = await create({ cron: '0 9 * * *', headers: { 'x-api-key': 'k' } });
    const other = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId }));
    const rejected = await edit(id, { url: 'https://evil.example' }, other);
    expect([rejected.status, rejected.body.errors[0]?.pointer]).toEqual([400, '/headers']);
    const { body: renamed } = await edit(id, { name: 'Mine' }, other);
    expect(renamed.schedule.headers['x-api-key']).not.toBe('k');
    const { body } = await edit(id, { url: 'https://evil.example', headers: { 'x-api-key': 'other' } }, other);
    expect(body.schedule.headers).toEqual({ 'x-api-key': 'other' });
    const { body: mine } = await api<ScheduleResponse>('GET', `/schedules/${id}`);
    expect(mine.schedule.headers['x-api-key']).not.toBe('other');
  });

  test('of an outdated version is rejected', async () => {
    const { id } = await create({ cron: '0 9 * * *' });
    await edit(id, { name: 'One' }, api, { 'if-match': '"1"' });
    const { status, body } = await edit(id, { name: 'Two' }, api, { 'if-match': '"1"' });
    expect([status, body.code]).toEqual([412, 'schedule_version_mismatch']);
  });
});

test('schedules are listed newest first, by state and by name, of one workspace alone', async () => {
  const created = [
    await create({ cron: '@daily', name: 'A' }),
    await create({ cron: '@daily', name: 'B' }),
    await create({ cron: '@hourly', name: '100% C' }),
  ];
  await act(created[1]?.id as string, 'pause');
  const outsider = await apiFor(world, await world.member());
  const names = async (query: string, client = api) => {
    const { body } = await client<ScheduleListJson>('GET', `/schedules?${query}`);
    return { names: body.schedules.map(({ name }) => name), cursor: body.next_cursor };
  };
  expect((await names('', outsider)).names).toEqual([]);
  expect((await names('status=paused')).names).toEqual(['B']);
  expect((await names('status=active')).names).toEqual(['100% C', 'A']);
  expect((await names('status=ended')).names).toEqual([]);
  expect((await names('name=0%25')).names).toEqual(['100% C']);
  const first = await names('limit=2');
  expect(first.names).toEqual(['100% C', 'B']);
  expect(await names(`limit=2&cursor=${first.cursor}`)).toEqual({ names: ['A'], cursor: null });
});
