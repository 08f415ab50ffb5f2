import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { rescheduleCaps } from '#/lib/tracking/deadlines/reschedule-caps.ts';
import type { CurrentTimerJson, StartTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member({ capSeconds: 7_200 });
  api = await apiFor(world, maya);
});

async function started(body: unknown = {}): Promise<TimerJson> {
  const response = await api<StartTimerJson>('POST', '/timers/start', body);
  expect(response.status).toBe(201);
  return response.body.timer;
}
const current = async () => (await api<CurrentTimerJson>('GET', '/timers/current')).body;

describe('one timer', () => {
  test('that never existed gets 404', async () => {
    const { status, body } = await api('GET', '/timers/0190f5fe-7c00-7a00-8000-000000000001');
    expect([status, body]).toMatchObject([404, { code: 'timer_not_found' }]);
  });

  test('shows its time up to the server’s time, with its version', async () => {
    const timer = await started({ title: 'Work' });
    const now = world.clock.advance(1_234).toISOString();
    const { status, headers, body } = await api('GET', `/timers/${timer.id}`);
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1-[\w-]{16}"$/)]);
    expect(body).toEqual({ timer: { ...timer, elapsed_ms: 1_234 }, server_time: now });
  });

  test('shows as completed at exactly its cap before a worker handles it, and reading writes nothing', async () => {
    const timer = await started();
    world.clock.advance(86_400_000);
    const { body } = await expectUnchanged(world, () => api<StartTimerJson>('GET', `/timers/${timer.id}`));
    expect(body.timer).toMatchObject({
      status: 'completed',
      end_reason: 'capped',
      needs_review: true,
      ended_at: timer.cap_at,
      elapsed_ms: 7_200_000,
      running_since: null,
      cap_at: null,
      spans: [{ ended_at: timer.cap_at }],
      version: 2,
    });
  });

  test('is running until the last millisecond before its cap', async () => {
    const timer = await started();
    world.clock.advance(7_199_999);
    expect((await api<StartTimerJson>('GET', `/timers/${timer.id}`)).body.timer.status).toBe('running');
    world.clock.advance(1);
    expect((await api<StartTimerJson>('GET', `/timers/${timer.id}`)).body.timer.status).toBe('completed');
  });

  test('keeps the cap it was started with when the workspace changes its cap', async () => {
    const timer = await started();
    await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { capSeconds: 60 } });
    world.clock.advance(120_000);
    await rescheduleCaps(maya);
    expect((await api<StartTimerJson>('GET', `/timers/${timer.id}`)).body.timer).toMatchObject({ status: 'running' });
    await api('POST', `/timers/${timer.id}/stop`);
    const next = await started();
    expect(Date.parse(next.cap_at ?? '') - Date.parse(next.started_at)).toBe(60_000);
  });
});

describe('the current timer', () => {
  test('is null when nothing runs', async () => {
    const server_time = (await world.clock.now()).toISOString();
    expect(await current()).toEqual({ timer: null, paused: [], elsewhere: null, questions: [], server_time });
  });

  test('is the running one, listed with the paused ones, the latest paused first', async () => {
    const first = await started({ title: 'First' });
    world.clock.advance(1_000);
    const second = await started({ title: 'Second', on_conflict: 'pause' });
    world.clock.advance(1_000);
    const third = await started({ title: 'Third', on_conflict: 'pause' });
    world.clock.advance(500);
    const { timer, paused } = await current();
    expect(timer).toEqual({ ...third, elapsed_ms: 500 });
    expect(paused.map(({ id, elapsed_ms }) => [id, elapsed_ms])).toEqual([
      [second.id, 1_000],
      [first.id, 1_000],
    ]);
  });

  test('shows no more than twenty paused ones', async () => {
    for (let count = 0; count < 22; count += 1) await started({ on_conflict: 'pause' });
    expect((await current()).paused).toHaveLength(20);
  });

  test('is null once its cap has passed', async () => {
    await started();
    world.clock.advance(7_200_000);
    expect((await current()).timer).toBeNull();
  });

  test('is never that of another workspace or of another member', async () => {
    await started({ title: 'Mine' });
    const here = await apiFor(world, await world.member({ userId: maya.actor.userId }));
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' }));
    for (const other of [here, leo]) {
      expect(await other('GET', '/timers/current')).toMatchObject({ status: 200, body: { timer: null, paused: [] } });
    }
  });
});
