import { beforeAll, expect, test } from 'vitest';
import { countMismatches, countWrongAdjustments } from '#/lib/analytics/daily-totals/reconcile-query.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { planOf, rowsOf } from '#/test/plan-of.ts';
import { addStoppedTimers } from '#/test/tracking/stopped-timers.ts';
import { testWorld, type World } from '#/test/world.ts';

const PEOPLE = 40;
const TIMERS_EACH = 500;
/** Adjusted, running or changed timers. */
const FEW_ROWS = 20;

let world: World;

/** Many people with many timers, and one adjustment that bypassed the view: only then are changed timers checked. */
beforeAll(async () => {
  world = await testWorld();
  const { workspaceId } = (await world.member()).actor;
  const firstAt = '2026-01-01T09:10:00Z';
  await addStoppedTimers(world.database.pool, workspaceId, { people: PEOPLE, timersEach: TIMERS_EACH, firstAt });
  await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
  await world.database.pool.query(
    `begin;
     set local session_replication_role = replica;
     insert into timer_questions (id, timer_id, workspace_id, user_id, kind, asked_at, answered_at, answer, before, version_after, trimmed_ms)
     select gen_random_uuid(), id, workspace_id, user_id, 'long_run', ended_at, ended_at, 'trim_stop', '{}', 2, 60000 from timers limit 1;
     commit`,
  );
  await world.database.pool.query('vacuum analyze timers, timer_spans, users');
});

test('comparing adjustments reads, of all timers, only those of people whose day rules have changed', async () => {
  expect(await countWrongAdjustments(world.db)).toBe(1);
  expect(await rowsOf(world.db, countWrongAdjustments)).toBeLessThan(FEW_ROWS);
  await world.database.pool.query("update users set day_start_hour = 5 where email = 'colleague7@example.com'");
  expect(await rowsOf(world.db, countWrongAdjustments)).toBeLessThan(TIMERS_EACH + FEW_ROWS);
});

test('comparing totals with spans reads all timers once', async () => {
  const plan = await planOf(world.db, countMismatches);
  expect(plan.match(/Seq Scan on timers\b/g)).toHaveLength(1);
});
