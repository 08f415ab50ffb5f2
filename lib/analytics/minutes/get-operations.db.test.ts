import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { percentilesOf, sumOf } from '#/lib/analytics/minutes/lateness.ts';
import { addTallies } from '#/lib/analytics/minutes/minute-store.ts';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';
import { listPoints, sumLateness } from '#/lib/analytics/minutes/points-query.ts';
import { writeMinute } from '#/lib/analytics/minutes/write-minute.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { migrationNames } from '#/lib/db/migration-names.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { holdEngine } from '#/lib/engine/hold/hold-engine.ts';
import { apiFor } from '#/test/api-client.ts';
import { operatedMinutes, tallyOf } from '#/test/operated-minutes.ts';
import { testWorld, type World } from '#/test/world.ts';

const NINE = new Date('2026-03-10T09:00:00Z');

let world: World;
let maya: Ctx;

beforeEach(async () => {
  world = await testWorld();
  maya = await world.member();
});

const worker = (db = world.db) => ({ db, clock: world.clock, requestId: null });
const response = async (window: string, who = maya) =>
  (await (await apiFor(world, who))<OperationsJson>('GET', `/operations?window=${window}`)).body;
/** As an operator: hers is the oldest workspace. */
const read = async (window: string) => {
  const { service, ...rest } = await response(window);
  if (!service) throw new Error('She is told nothing of the service.');
  return { ...rest, ...service };
};
/** One of her alarms that is due then, by default. */
async function alarm(dueAt: Date, change: Record<string, unknown> = {}): Promise<void> {
  const { workspaceId, userId } = maya.actor;
  const row = {
    id: newId(),
    workspace_id: workspaceId,
    created_by: userId,
    created_at: dueAt,
    due_at: dueAt,
    next_attempt_at: dueAt,
    max_attempts: 3,
    url: 'http://a.test',
    ...change,
  };
  const columns = Object.keys(row);
  await world.database.pool.query(
    `insert into alarms (${columns}) values (${columns.map((_, index) => `$${index + 1}`)})`,
    Object.values(row),
  );
}

test('a minute that was not written is a gap, not a zero', async () => {
  await operatedMinutes(world, { count: 10, missing: [4, 5, 6] });
  const { points, gaps, totals } = await read('1h');
  expect(points).toHaveLength(60);
  expect(points.slice(-7).map(({ due, minutes }) => [due, minutes])).toEqual([
    [20, 1],
    [null, 0],
    [null, 0],
    [null, 0],
    [20, 1],
    [20, 1],
    [20, 1],
  ]);
  expect(gaps).toEqual([{ from: '2026-03-10T08:54:00.000Z', to: '2026-03-10T08:57:00.000Z' }]);
  expect(totals).toMatchObject({ due: 140, fired: 140, delivered: 133, retried: 7 });
});

test('a minute that was written without any activity is a zero', async () => {
  await writeMinute(worker(), CANARY_WORKSPACE);
  world.clock.advance(MINUTE_MS);
  const { points, gaps } = await read('1h');
  expect(points.at(-1)).toMatchObject({ due: 0, fired: 0, overdue: 0, minutes: 1 });
  // Before the first written minute nothing is missing.
  expect(gaps).toEqual([]);
});

test('a killed worker leaves a gap until one is back', async () => {
  await operatedMinutes(world, { count: 3 });
  world.clock.advance(5 * MINUTE_MS);
  expect((await read('1h')).gaps).toEqual([{ from: '2026-03-10T09:00:00.000Z', to: '2026-03-10T09:05:00.000Z' }]);
  await writeMinute(worker(), CANARY_WORKSPACE);
  world.clock.advance(MINUTE_MS);
  const { gaps, points } = await read('1h');
  expect(gaps).toEqual([{ from: '2026-03-10T09:00:00.000Z', to: '2026-03-10T09:05:00.000Z' }]);
  expect(points.at(-1)?.due).toBe(0);
});

test('longer windows have wider steps, which report how many of their minutes are known', async () => {
  await operatedMinutes(world, { count: 30, missing: [2], change: { overdue: 7 } });
  const day = await read('24h');
  expect(day.points).toHaveLength(288);
  expect(day.step_seconds).toBe(300);
  expect(day.points.slice(-2)).toMatchObject([
    { minutes: 5, due: 100, overdue: 7, timers_running: 14 },
    { minutes: 4, due: 80, overdue: 7 },
  ]);
  const week = await read('7d');
  expect([week.points.length, week.step_seconds]).toEqual([336, 1_800]);
  expect(week.totals.due).toBe(580);
  const month = await read('30d');
  expect([month.points.length, month.step_seconds]).toEqual([360, 7_200]);
  expect(month).toMatchObject({ totals: week.totals, lateness: week.lateness, timers_by_minute: null });
});

test('a day has its timers minute by minute, with a gap for minutes that were not written', async () => {
  await operatedMinutes(world, { count: 3, missing: [2] });
  const { timers_by_minute: minutes, from } = await read('24h');
  expect(minutes?.from).toBe(from);
  expect([minutes?.running.length, minutes?.paused.length]).toEqual([1_440, 1_440]);
  expect(minutes?.running.slice(-4)).toEqual([null, 14, null, 14]);
  expect(minutes?.paused.slice(-4)).toEqual([null, 3, null, 3]);
});

test('figures of any stretch in any steps are the sums of its minutes', async () => {
  const FIRST = NINE.getTime() - 6 * HOUR_MS;
  const minute = fc.record({
    due: fc.nat(500),
    fired: fc.nat(500),
    dead: fc.nat(9),
    lateness: fc.array(fc.nat(300), { maxLength: 101 }),
  });
  const stretch = fc.record({ step: fc.constantFrom(1, 5, 30, 120), steps: fc.integer({ min: 1, max: 6 }) });
  const counts = fc.array(fc.option(minute, { nil: null }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(counts, stretch, fc.nat(59), async (minutes, { step, steps }, offset) => {
      await world.db.operationTries.deleteMany();
      const tallies = minutes.flatMap((tally, index) =>
        tally ? tallyOf(new Date(FIRST + (offset + index) * MINUTE_MS), tally) : [],
      );
      await addTallies(world.db, tallies);
      const from = new Date(FIRST + 30 * MINUTE_MS);
      const to = new Date(from.getTime() + steps * step * MINUTE_MS);
      const within = tallies.filter((tally) => tally.minute >= from && tally.minute < to);
      const points = await listPoints(
        world.db,
        { from, to, stepSeconds: step * 60 },
        { now: NINE, canaryWorkspace: CANARY_WORKSPACE },
      );
      expect(points).toHaveLength(steps);
      for (const key of ['due', 'fired', 'dead'] as const) {
        const whole = within.reduce((sum, tally) => sum + tally[key], 0);
        expect(points.reduce((sum, point) => sum + (point[key] ?? 0), 0)).toBe(whole);
      }
      const whole = within.map(({ lateness }) => lateness).reduce<readonly number[]>(sumOf, []);
      const { lateness } = await sumLateness(world.db, { from, to, stepSeconds: 60 });
      expect(lateness).toEqual(whole);
      expect(percentilesOf(lateness)).toEqual(percentilesOf(whole));
    }),
    { numRuns: 25 },
  );
});

test('lateness is reported as percentiles and bars, with the objective', async () => {
  await operatedMinutes(world);
  const { lateness } = await read('1h');
  expect(lateness).toMatchObject({ count: 100, objective_ms: 20 });
  expect(lateness.p50_ms).toBeGreaterThan(0.12);
  expect(lateness.p99_ms).toBeLessThan(0.2);
  expect(lateness.bars).toEqual([{ from_ms: 0.1, to_ms: 0.2, count: 100 }]);
});

test('current values are counted now, even if no worker has run for hours', async () => {
  await operatedMinutes(world, { count: 3 });
  await alarm(new Date(NINE.getTime() + MINUTE_MS));
  await alarm(new Date(NINE.getTime() + 5 * HOUR_MS));
  world.clock.advance(3 * HOUR_MS);
  const { now, workers } = await read('1h');
  expect(now).toMatchObject({ overdue: 1, pending: 2, timers_running: 0 });
  expect(now.oldest_overdue_ms).toBe(3 * HOUR_MS - MINUTE_MS + 123);
  expect(workers).toEqual([]);
});

test('due alarms keep being counted while none is fired', async () => {
  await operatedMinutes(world, { count: 2 });
  const at = (seconds: number) => new Date(NINE.getTime() + seconds * 1_000);
  await alarm(at(10));
  await alarm(at(70), { status: 'firing', attempts: 1, lease_until: at(3_600) });
  // None of these alarms waits for its first attempt.
  await alarm(at(15), { attempts: 1 });
  await alarm(at(15), { workspace_id: CANARY_WORKSPACE });
  world.clock.advance(2 * MINUTE_MS);
  const { points, totals, now, workspace } = await read('1h');
  expect(points.slice(-3).map(({ due, fired }) => [due, fired])).toEqual([
    [20, 20],
    [1, null],
    [1, null],
  ]);
  expect(totals).toMatchObject({ due: 42, fired: 40 });
  expect(now).toMatchObject({ pending: 2, overdue: 2, retrying: 1 });
  expect(workspace).toMatchObject({ retrying: 1, next_attempt_at: at(15).toISOString() });
});

test('a step with few written minutes has everything that was counted', async () => {
  await operatedMinutes(world, { count: 15 });
  await world.database.pool.query('delete from operation_minutes where minute > $1', [
    new Date(NINE.getTime() - 11 * MINUTE_MS),
  ]);
  const { points, totals } = await read('7d');
  expect(points.at(-1)).toMatchObject({ minutes: 5, due: 300, overdue: 0 });
  expect(totals.due).toBe(300);
});

test('migrations that the database lacks are listed by name', async () => {
  expect((await read('1h')).migrations).toEqual({ applied: migrationNames().length, missing: [] });
  await world.database.pool.query(
    "update _prisma_migrations set rolled_back_at = now() where migration_name = '0004_workspaces'",
  );
  const { missing } = (await read('1h')).migrations;
  await world.database.pool.query('update _prisma_migrations set rolled_back_at = null');
  expect(missing).toEqual(['0004_workspaces']);
});

test('a worker that vanished an hour ago is no longer listed', async () => {
  const seenAt = await world.clock.now();
  const facts = { host: 'a', pid: 1, version: '0.1.0', startedAt: seenAt, seenAt, clockOffsetMs: 1.25 };
  await world.db.worker.create({ data: { id: newId(), ...facts } });
  expect((await read('1h')).workers).toMatchObject([{ is_alive: true, version: '0.1.0', clock_offset_ms: 1.25 }]);
  world.clock.advance(30_000);
  expect((await read('1h')).workers).toMatchObject([{ is_alive: false }]);
  world.clock.advance(HOUR_MS);
  expect((await read('1h')).workers).toEqual([]);
});

test('dead letters are counted for all workspaces, and for one’s own', async () => {
  const now = await world.clock.now();
  const outsider = await world.member();
  for (const { actor } of [maya, outsider, outsider]) {
    await world.database.pool.query(
      `insert into alarm_history (id, workspace_id, created_by, created_at, due_at, finished_at, version, attempts,
                                  max_attempts, status, end_reason, url)
       values (gen_random_uuid(), $1, $2, $3, $3, $3, 2, 1, 1, 'dead', 'gone', 'http://a.test')`,
      [actor.workspaceId, actor.userId, now],
    );
  }
  const figures = await read('1h');
  expect(figures.workspace).toMatchObject({
    dead: 1,
    died: 1,
    retrying: 0,
    next_attempt_at: null,
    endpoints_failing: 0,
  });
  expect(figures.now).toMatchObject({ dead: 3, died: 3 });
  expect((await response('1h', outsider)).workspace).toMatchObject({ dead: 2, died: 2 });
  world.clock.advance(2 * HOUR_MS);
  expect(await read('1h')).toMatchObject({ workspace: { dead: 1, died: 0 }, now: { dead: 3, died: 0 } });
});

test('a redriven alarm that died again counts as one new dead letter', async () => {
  const now = await world.clock.now();
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - 5 * MINUTE_MS);
  await addTallies(world.db, [tallyOf(minute, { dead: 2 })]);
  await world.database.pool.query(
    `insert into alarm_history (id, workspace_id, created_by, created_at, due_at, finished_at, version, attempts,
                                max_attempts, status, end_reason, url)
     values (gen_random_uuid(), $1, $2, $3, $3, $3, 4, 2, 1, 'dead', 'gone', 'http://a.test')`,
    [maya.actor.workspaceId, maya.actor.userId, minute],
  );
  expect(await read('1h')).toMatchObject({ totals: { dead: 2 }, now: { dead: 1, died: 1 } });
});

test('the owner of a new workspace sees only its figures', async () => {
  await operatedMinutes(world);
  world.clock.advance(1_000);
  const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
  const api = await apiFor(world, leo);
  expect((await api('GET', '/operations')).status).toBe(403);
  const { workspaceId } = (await world.member()).actor;
  const ofTheirOwn = await world.member({ workspaceId });
  expect(await response('1h', ofTheirOwn)).toMatchObject({ service: null, alerts_open: 0, workspace: { dead: 0 } });
});

test('admins of every workspace see that the engine is on hold', async () => {
  await operatedMinutes(world);
  const ofTheirOwn = await world.member({ workspaceId: (await world.member()).actor.workspaceId });
  expect(await response('1h', ofTheirOwn)).toMatchObject({ on_hold_since: null });
  const { beganAt } = await holdEngine(worker(), 'a restored backup');
  for (const who of [maya, ofTheirOwn]) {
    expect(await response('1h', who)).toMatchObject({ on_hold_since: beganAt.toISOString() });
  }
});

test('only admins may read operations', async () => {
  const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
  expect(await (await apiFor(world, leo))('GET', '/operations')).toMatchObject({
    status: 403,
    body: { required_scope: 'operations:read' },
  });
});
