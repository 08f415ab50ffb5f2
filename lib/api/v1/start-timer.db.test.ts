import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { CurrentTimerJson, StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld({ connections: 60 });
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
});

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const NOBODYS = '0190f5fe-7c00-7a00-8000-000000000001';

const start = (body: unknown = {}) => api<StartTimerJson>('POST', '/timers/start', body);

describe('a start is rejected', () => {
  test.each([
    ['an unknown type', { type: 'stopwatch' }, '/type'],
    ['a title that is not a string', { title: 42 }, '/title'],
    ['a title over 500 characters', { title: 'x'.repeat(501) }, '/title'],
    ['a ticket key with a blank', { ticket_key: 'API 412' }, '/ticket_key'],
    ['a ticket key with a control character', { ticket_key: 'API\u0085412' }, '/ticket_key'],
    ['an empty ticket key', { ticket_key: ' ' }, '/ticket_key'],
    ['a ticket without an id', { ticket: { key: 'API-1' } }, '/ticket'],
    ['a ticket by key twice', { ticket: 'API-1', ticket_key: 'API-1' }, '/ticket_id'],
    ['a ticket by key and by id', { ticket_key: 'API-1', ticket_id: NOBODYS }, '/ticket_id'],
    ['a project by name and by id', { project: 'Core', project_id: NOBODYS }, '/project_id'],
    ['"yes" for create_ticket', { create_ticket: 'yes' }, '/create_ticket'],
    ['a text for tags', { tags: 'deep' }, '/tags'],
    ['an empty tag', { tags: ['deep', ' '] }, '/tags/1'],
    ['a tag over 60 characters', { tags: ['x'.repeat(61)] }, '/tags/0'],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, '/tags'],
    ['30 February', { expected_end_at: '2027-02-30T12:00:00Z' }, '/expected_end_at'],
    ['hour 25', { expected_end_at: '2027-03-10T25:00:00Z' }, '/expected_end_at'],
    ['a leap second', { expected_end_at: '2026-12-31T23:59:60Z' }, '/expected_end_at'],
    ['an instant without a zone', { expected_end_at: '2027-03-10T09:00:00' }, '/expected_end_at'],
    ['a number for an instant', { expected_end_at: 1_800_000_000 }, '/expected_end_at'],
    ['the year 10000', { expected_end_at: '+010000-01-01T00:00:00Z' }, '/expected_end_at'],
    ['the year 9999', { expected_end_at: '9999-06-01T00:00:00Z' }, '/expected_end_at'],
    ['a month for a duration', { duration: 'P1M' }, '/duration'],
    ['a negative duration', { duration: '-1m' }, '/duration'],
    ['half a second', { duration: '500ms' }, '/duration'],
    ['a number without a unit', { duration: 90 }, '/duration'],
    ['a number out of range', '{"duration":1e400}', '/duration'],
    ['367 days', { duration: '367d' }, '/duration'],
    ['an end and a duration', { expected_end_at: '2027-03-10T09:00:00Z', duration: '1h' }, '/duration'],
    ['a plan of another type', { type: 'manual', plan: { type: 'countdown', duration_ms: 1000 } }, '/plan/type'],
    ['a plan without a type', { type: 'pomodoro', plan: { type: 'tomato' } }, '/plan/type'],
    ['a plan with an extra field', { type: 'pomodoro', plan: { type: 'pomodoro', color: 'red' } }, '/plan/color'],
    ['an unknown on_conflict', { on_conflict: 'ignore' }, '/on_conflict'],
    ['a start before the year 2000', { started_at: '1999-12-31T23:59:59Z' }, '/started_at'],
  ])('with %s, by its pointer', async (_what, body, pointer) => {
    const response = await expectUnchanged(world, () => start(body));
    expect([response.status, response.body]).toMatchObject([400, { code: 'input_invalid', errors: [{ pointer }] }]);
    expect(JSON.stringify(response.body)).not.toMatch(/: Invalid input"/);
  });

  test('with an expected end that is not ahead', async () => {
    const response = await expectUnchanged(world, () => start({ expected_end_at: '2026-03-10T09:00:00.123Z' }));
    expect([response.status, response.body]).toMatchObject([
      400,
      {
        code: 'expected_end_past',
        errors: [{ pointer: '/expected_end_at', detail: 'must be after 2026-03-10T09:00:00.123Z' }],
      },
    ]);
  });

  test.each([
    ['ticket key', { ticket_key: 'NO-1' }, 'ticket_not_found'],
    ['ticket id', { ticket_id: NOBODYS }, 'ticket_not_found'],
    ['project id', { project_id: NOBODYS }, 'project_not_found'],
  ])('with an unknown %s, and the running timer continues', async (_what, body, code) => {
    const running = (await start()).body.timer;
    const response = await expectUnchanged(world, () => start({ ...body, on_conflict: 'switch', project: undefined }));
    expect([response.status, response.body]).toMatchObject([404, { code }]);
    const { body: current } = await api<CurrentTimerJson>('GET', '/timers/current');
    expect(current.timer?.id).toBe(running.id);
  });

  test.each(['API_412', 'API%', '%', 'api-41', 'API-412\\'])(
    'with %s when only API-412 is known',
    async (ticketKey) => {
      await api('POST', '/tickets', { key: 'API-412' });
      const response = await expectUnchanged(world, () => start({ ticket_key: ticketKey }));
      expect([response.status, response.body]).toMatchObject([404, { code: 'ticket_not_found' }]);
    },
  );

  test('while another timer runs, with that timer as it is now', async () => {
    const { timer } = (await start({ title: 'First', tags: ['deep'] })).body;
    world.clock.advance(5_001);
    const response = await expectUnchanged(world, () => start({ title: 'Second' }));
    expect([response.status, response.body]).toMatchObject([
      409,
      {
        code: 'timer_already_running',
        detail: 'Another timer is running. Stop or pause it first, or send on_conflict "switch" or "pause".',
        current: { ...timer, elapsed_ms: 5_001 },
      },
    ]);
  });

  test('while a timer runs in another workspace, without showing it', async () => {
    await start({ title: 'Secret' });
    const elsewhere = await apiFor(world, await world.member({ userId: maya.actor.userId }));
    const response = await expectUnchanged(world, () => elsewhere('POST', '/timers/start', { on_conflict: 'switch' }));
    expect(response).toMatchObject({
      status: 409,
      body: { current: null, detail: 'A timer is running in another of your workspaces. Stop it there first.' },
    });
    expect(JSON.stringify(response.body)).not.toContain('Secret');
  });

  test('forty-nine of fifty times at once, each with the winner', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => start()));
    const [won, ...others] = responses.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    const lost = responses.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(49);
    for (const { body } of lost) {
      expect(body).toMatchObject({ code: 'timer_already_running', current: { id: won?.body.timer.id } });
    }
  });
});

describe('a start', () => {
  test('responds 201 with the whole timer, its Location and its version', async () => {
    const now = (await world.clock.now()).toISOString();
    const { status, headers, body } = await start({ title: '  Rate limiter ', tags: ['deep', 'deep', ' api '] });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/timers/${body.timer.id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toEqual({
      timer: {
        id: UUID,
        user_id: maya.actor.userId,
        type: 'manual',
        status: 'running',
        title: 'Rate limiter',
        ticket: null,
        project: null,
        tags: ['deep', 'api'],
        started_at: now,
        ended_at: null,
        expected_end_at: null,
        running_since: now,
        elapsed_ms: 0,
        cap_at: new Date(Date.parse(now) + 86_400_000).toISOString(),
        plan: null,
        phase: null,
        cycles: [],
        spans: [
          {
            id: UUID,
            started_at: now,
            ended_at: null,
            origin: 'live',
            started_zone: 'Europe/Berlin',
            ended_zone: null,
          },
        ],
        version: 1,
        end_reason: null,
        needs_review: false,
        last_seen_at: now,
        created_via: 'api',
        created_at: now,
        updated_at: now,
      },
      ended: null,
      server_time: now,
    });
    expect(await api('GET', `/timers/${body.timer.id}`)).toMatchObject({ status: 200, body: { timer: body.timer } });
  });

  test.each([
    ['switch', { status: 'stopped', end_reason: 'switched' }],
    ['pause', { status: 'paused', end_reason: null, ended_at: null }],
  ])('with on_conflict %s ends the other timer at the same instant', async (onConflict, ended) => {
    const first = (await start({ title: 'First' })).body.timer;
    const at = world.clock.advance(61_007).toISOString();
    const { status, body } = await start({ on_conflict: onConflict });
    expect(status).toBe(201);
    expect(body.ended).toMatchObject({
      ...ended,
      id: first.id,
      elapsed_ms: 61_007,
      version: 2,
      spans: [{ ended_at: at }],
    });
    expect(body.timer).toMatchObject({ started_at: at, status: 'running', version: 1 });
  });

  test('finds a ticket by its key in any case, and uses its title and project', async () => {
    await api('POST', '/tickets', {
      key: 'API-412',
      title: 'Rate limiter',
      project: 'Public API',
      url: 'https://t.example/1',
    });
    const { timer } = (await start({ ticket_key: 'api-412' })).body;
    expect(timer).toMatchObject({
      title: 'Rate limiter',
      ticket: { key: 'API-412', title: 'Rate limiter', url: 'https://t.example/1' },
      project: { name: 'Public API' },
    });
  });

  test('creates an unknown ticket on request, with its project', async () => {
    const { timer } = (await start({ ticket_key: 'NEW-1', create_ticket: true, title: 'Fix', project: 'Core' })).body;
    expect(timer).toMatchObject({
      ticket: { id: UUID, key: 'NEW-1', title: 'Fix', url: null },
      project: { name: 'Core' },
    });
    const again = (await start({ ticket_key: 'new-1', project: 'CORE', on_conflict: 'switch' })).body.timer;
    expect([again.ticket?.id, again.project?.id]).toEqual([timer.ticket?.id, timer.project?.id]);
  });

  test('with a project whose name differs by more than case creates another project', async () => {
    const one = (await start({ project: '100 percent' })).body.timer;
    const other = (await start({ project: '100%', on_conflict: 'switch' })).body.timer;
    expect(other.project?.id).not.toBe(one.project?.id);
  });

  test.each([
    ['PT1H30M', 5_400_000],
    ['1h30m', 5_400_000],
    ['5400s', 5_400_000],
    [' 25m ', 1_500_000],
  ])('with the duration %j sets its expected end', async (duration, ms) => {
    const { timer } = (await start({ duration })).body;
    expect(Date.parse(timer.expected_end_at ?? '') - Date.parse(timer.started_at)).toBe(ms);
  });

  test('takes an expected end with any offset', async () => {
    const { timer } = (await start({ expected_end_at: '2030-03-10T14:30:00.5+05:30' })).body;
    expect(timer.expected_end_at).toBe('2030-03-10T09:00:00.500Z');
  });

  test.each([
    [
      { type: 'countdown', duration: '20m' },
      { type: 'countdown', duration_ms: 1_200_000 },
    ],
    [
      { type: 'pomodoro', plan: { type: 'pomodoro' } },
      { type: 'pomodoro', work_minutes: 25, rounds: 4 },
    ],
    [
      { type: 'interval', plan: { type: 'interval', work_minutes: 4, rest_minutes: 1, rounds: 8 } },
      { type: 'interval', work_minutes: 4, rest_minutes: 1, rounds: 8 },
    ],
  ])('of %j keeps its plan', async (body, plan) => {
    const { timer } = (await start(body)).body;
    expect(timer).toMatchObject({ type: body.type, plan });
  });

  test('is not blocked by a timer past its cap, which is completed along the way', async () => {
    const first = (await start()).body.timer;
    world.clock.advance(30 * 3_600_000);
    const { status, body } = await start();
    expect([status, body.ended]).toEqual([201, null]);
    const { timer } = (await api<StartTimerJson>('GET', `/timers/${first.id}`)).body;
    expect(timer).toMatchObject({
      status: 'completed',
      end_reason: 'capped',
      needs_review: true,
      elapsed_ms: 86_400_000,
    });
  });

  test('is not blocked by one past its cap in another workspace either', async () => {
    const there = (await start()).body.timer;
    world.clock.advance(30 * 3_600_000);
    const here = await apiFor(world, await world.member({ userId: maya.actor.userId }));
    expect(await here('POST', '/timers/start', {})).toMatchObject({ status: 201, body: { ended: null } });
    const { rows } = await world.database.pool.query(
      `select workspace_id, actor->>'kind' as kind from events where subject_id = $1 and type = 'timer.completed'`,
      [there.id],
    );
    expect(rows).toEqual([{ workspace_id: maya.actor.workspaceId, kind: 'worker' }]);
  });
});
