import { beforeAll, expect, test } from 'vitest';
import { listAttemptRows, listLastAttempts } from '#/lib/alarms/attempts/attempt-store.ts';
import { withdrawRunRows } from '#/lib/alarms/schedules/schedule-runs-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { testWorld, type World } from '#/test/world.ts';

const AT = new Date('2026-03-10T12:00:00Z');

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
});

const query = (text: string, values: unknown[]) => world.database.pool.query(text, values);

test('attempts that the version before 0069 wrote belong to their alarm; those of another workspace are not shown', async () => {
  const { workspaceId } = maya.actor;
  const id = newId();
  await query(
    `insert into alarm_attempts (alarm_id, workspace_id, attempt, started_at, duration_us, outcome)
     select $1, workspace_id, attempt, $2, 5, 'timeout'
     from unnest(array[null, $3, $4]::uuid[], array[1, 2, 3]) as row (workspace_id, attempt)`,
    [id, AT, workspaceId, newId()],
  );
  expect((await listAttemptRows(world.db, { id, workspaceId })).map(({ attempt }) => attempt)).toEqual([1, 2]);
  const last = await listLastAttempts(world.db, { workspaceId, alarmIds: [id] });
  expect(last.get(id)?.attempt).toBe(2);
});

test('runs registered by the version before 0069 are withdrawn with the others of their schedule', async () => {
  const { workspaceId, userId } = maya.actor;
  const id = newId();
  await query(
    `insert into schedules (id, workspace_id, created_by, headers_by, repeat)
     values ($1, $2, $3, $3, 'R/2026-01-01T00:00:00Z/PT1H')`,
    [id, workspaceId, userId],
  );
  await query(
    `with run as (
       insert into schedule_runs (schedule_id, run_at, alarm_id, workspace_id)
       select $1, $2::timestamptz + n * interval '1 hour', gen_random_uuid(), case n when 2 then $3::uuid end
       from generate_series(1, 2) as n returning *)
     insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url, settings)
     select alarm_id, $3, $4, $2, run_at, run_at, 10, 'https://acme.test/',
            jsonb_build_object('schedule_id', $1::text, 'run_at', run_at)
     from run`,
    [id, AT, workspaceId, userId],
  );
  const actor = { kind: 'worker', id: 'test' } as const;
  const withdrawn = await withdrawRunRows(
    world.db,
    { id, workspaceId },
    { at: AT, after: null, actor, requestId: null },
  );
  expect(withdrawn.count).toBe(2);
  expect((await query('select from schedule_runs where schedule_id = $1', [id])).rowCount).toBe(0);
});
