import { beforeAll, expect, test } from 'vitest';
import { countMismatches, countWrongAdjustments } from '#/lib/analytics/daily-totals/reconcile-query.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { planOf, rowsOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const PEOPLE = 40;
const TIMERS_EACH = 500;
/** Of what is adjusted, runs or has changed. */
const FEW_ROWS = 20;

let world: World;

/** Many people with many timers, and one adjustment that went past the view: only then is it asked what has changed. */
beforeAll(async () => {
  world = await testWorld();
  const { workspaceId } = (await world.member()).actor;
  await world.database.pool.query(
    `begin;
     set local session_replication_role = replica;
     insert into users (id, email, name)
     select gen_random_uuid(), 'colleague' || n || '@example.com', 'Colleague' from generate_series(1, ${PEOPLE}) n;
     insert into timers (id, workspace_id, user_id, type, status, started_at, ended_at, cap_seconds, end_reason, created_via)
     select gen_random_uuid(), '${workspaceId}', u.id, 'manual', 'stopped', at, at + interval '9 minutes', 86400, 'stopped', 'web'
     from users u, lateral (
       select timestamptz '2026-01-01T09:00:00Z' + n * interval '10 minutes' as at from generate_series(1, ${TIMERS_EACH}) n) as made
     where u.email like 'colleague%';
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, origin)
     select gen_random_uuid(), id, workspace_id, user_id, started_at, ended_at, 'live' from timers;
     commit`,
  );
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

test('comparing adjustments reads of all timers none but those of people whose day rules have changed', async () => {
  expect(await countWrongAdjustments(world.db)).toBe(1);
  expect(await rowsOf(world.db, countWrongAdjustments)).toBeLessThan(FEW_ROWS);
  await world.database.pool.query("update users set day_start_hour = 5 where email = 'colleague7@example.com'");
  expect(await rowsOf(world.db, countWrongAdjustments)).toBeLessThan(TIMERS_EACH + FEW_ROWS);
});

test('comparing totals with spans reads all timers once', async () => {
  const plan = await planOf(world.db, countMismatches);
  expect(plan.match(/Seq Scan on timers\b/g)).toHaveLength(1);
});
