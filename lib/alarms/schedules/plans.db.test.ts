import { beforeAll, expect, test } from 'vitest';
import { lastRunsOf } from '#/lib/alarms/schedules/last-runs-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { rowsOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const SCHEDULES = 20;
/** Per schedule: runs that have ended, and runs to come. */
const RUNS = 1_000;
const PENDING = 50;
const NOW = new Date('2026-03-10T09:00:00Z');
const LAST_RUN = '2026-03-10T08:59:00.000Z';
/** One row per schedule, with room to spare. */
const MAX_ROWS = 3 * SCHEDULES;

let world: World;
let maya: Ctx;
const ids = Array.from({ length: SCHEDULES }, newId);

/** Schedules that ran each minute up to now, and will. */
beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  const { pool } = world.database;
  const { workspaceId, userId } = maya.actor;
  const columns = 'id, workspace_id, created_by, created_at, due_at, max_attempts, url, settings';
  const row = `gen_random_uuid(), $1::uuid, $2::uuid, at, at, 10, 'https://acme.test/',
            jsonb_build_object('schedule_id', schedule, 'run_at', at)`;
  const each = (sign: '-' | '+') => `from unnest($3::text[]) as schedule, generate_series(1, $4::int) n,
       lateral (select $5::timestamptz ${sign} n * interval '1 minute' as at) made`;
  await pool.query(
    `insert into alarm_history (${columns}, finished_at, version, attempts, status, end_reason)
     select ${row}, $5::timestamptz, 2, 1, 'delivered', 'delivered' ${each('-')}`,
    [workspaceId, userId, ids, RUNS, NOW],
  );
  await pool.query(`insert into alarms (${columns}, next_attempt_at) select ${row}, at ${each('+')}`, [
    ...[workspaceId, userId, ids, PENDING, NOW],
  ]);
  await pool.query('vacuum analyze alarms, alarm_history');
});

test('the last runs of a page of schedules are read without their other runs', async () => {
  const read = (sql: never) => lastRunsOf(sql, { workspaceId: maya.actor.workspaceId, ids }, NOW);
  const runs = await read(world.db as never);
  expect(new Set([...runs.values()].map(({ runAt }) => runAt.toISOString()))).toEqual(new Set([LAST_RUN]));
  expect(runs.size).toBe(SCHEDULES);
  expect(await rowsOf(world.db, read)).toBeLessThan(MAX_ROWS);
});
