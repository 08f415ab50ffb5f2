import { beforeEach, expect, test, vi } from 'vitest';
import { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { measureDatabase } from '#/lib/analytics/minutes/gauges-query.ts';
import { addTallies } from '#/lib/analytics/minutes/minute-store.ts';
import { pruneMinutes } from '#/lib/analytics/minutes/prune-minutes.ts';
import { recordAttemptCounts } from '#/lib/analytics/minutes/record-attempt-counts.ts';
import { writeMinute } from '#/lib/analytics/minutes/write-minute.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { connect } from '#/lib/db/client.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
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
const rows = () => world.db.operationMinute.findMany({ orderBy: { minute: 'asc' } });
test('two workers write one minute once, however often and however concurrently they do', async () => {
  const other = connect(world.database.url, 4);
  world.database.onClose(() => other.$disconnect());
  const turns = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => writeMinute(worker(turn % 2 ? other : world.db), CANARY_WORKSPACE)),
  );
  expect(turns.filter(Boolean)).toHaveLength(1);
  expect((await rows()).map(({ minute }) => minute)).toEqual([NINE]);
  world.clock.advance(MINUTE_MS);
  expect([await writeMinute(worker(), CANARY_WORKSPACE), await writeMinute(worker(other), CANARY_WORKSPACE)]).toEqual([
    true,
    false,
  ]);
  expect(await rows()).toHaveLength(2);
});

test('a minute records timers, alarms, workers and the database', async () => {
  const now = await world.clock.now();
  const { workspaceId, userId } = maya.actor;
  const late = new Date(now.getTime() - 400);
  await world.database.pool.query(
    `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url)
     select gen_random_uuid(), $1, $2, $3::timestamptz, due, due, 3, 'http://a.test'
     from unnest(array[$3::timestamptz, $3::timestamptz + interval '1 hour']) as due`,
    [workspaceId, userId, late],
  );
  await world.db.worker.create({
    data: { id: userId, host: 'a', pid: 1, version: '0.1.0', startedAt: now, seenAt: now },
  });
  await writeMinute(worker(), CANARY_WORKSPACE);
  const [row] = await rows();
  expect(row).toMatchObject({ pending: 2, overdue: 1, oldestOverdueMs: 400, workers: 1, timersRunning: 0 });
  expect(row?.database).toMatchObject({ bytes: expect.any(Number), most_connections: expect.any(Number) });
  expect(Object(row?.database).connections).toBeGreaterThan(0);
});

test('a transaction that stays open and rows that wait for vacuum are measured', async () => {
  const { pool } = world.database;
  const open = await pool.connect();
  await open.query('begin');
  await open.query('select 1');
  await pool.query('create table left_behind as select generate_series(1, 500) as n');
  await pool.query('delete from left_behind; select pg_stat_force_next_flush()');
  const { oldest_transaction_ms, dead_rows, connections, max_connections } = await measureDatabase(world.db);
  await open.query('rollback');
  open.release();
  await pool.query('drop table left_behind');
  expect(oldest_transaction_ms).toBeGreaterThan(0);
  expect(dead_rows).toBeGreaterThanOrEqual(500);
  expect(connections).toBeGreaterThan(1);
  expect(max_connections).toBeGreaterThan(connections);
});

test('counts of several workers are added up, bucket by bucket', async () => {
  await addTallies(world.db, [tallyOf(NINE, { due: 2, fired: 2, lateness: [1, 1], canaries: 1, canaryWorstUs: 900 })]);
  await addTallies(world.db, [
    tallyOf(NINE, { due: 3, fired: 3, lateness: [0, 0, 3], canaries: 1, canaryWorstUs: 400 }),
    tallyOf(new Date(NINE.getTime() - MINUTE_MS), { dead: 1 }),
  ]);
  const reported = await world.db.operationTries.findMany({ orderBy: { minute: 'desc' } });
  expect(reported).toMatchObject([
    { due: 5, fired: 5, lateness: [1, 1, 3], canaries: 2, canaryWorstUs: 900 },
    { dead: 1, lateness: [] },
  ]);
});

test('counts that can’t be written are added to the next write', async () => {
  const tally = new AttemptCounter();
  tally.addCanary({ dueMs: NINE.getTime(), latenessMs: 1 });
  const away = vi.spyOn(world.db, '$executeRaw').mockRejectedValueOnce(new Error('away'));
  await expect(recordAttemptCounts(worker(), tally)).rejects.toThrow('away');
  away.mockRestore();
  await recordAttemptCounts(worker(), tally);
  expect(await world.db.operationTries.findMany()).toMatchObject([{ canaries: 1 }]);
});

test('figures are deleted after 30 days, or after the configured number', async () => {
  await operatedMinutes(world, { count: 2 });
  world.clock.advance(30 * DAY_MS - 3 * MINUTE_MS);
  expect(await pruneMinutes(worker())).toBe(0);
  expect(await pruneMinutes(worker(), { retentionDays: 31 })).toBe(0);
  world.clock.advance(3 * MINUTE_MS);
  expect(await pruneMinutes(worker())).toBe(4);
  expect(await rows()).toEqual([]);
  await operatedMinutes(world, { count: 2 });
  world.clock.advance(7 * DAY_MS);
  expect(await pruneMinutes(worker(), { retentionDays: 8 })).toBe(0);
  expect(await pruneMinutes(worker(), { retentionDays: 7 })).toBe(4);
});
