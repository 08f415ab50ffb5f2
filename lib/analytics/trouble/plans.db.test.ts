import { beforeAll, expect, test } from 'vitest';
import { listTroubledEndpoints, listTroubledHosts } from '#/lib/analytics/trouble/trouble-query.ts';
import { newId } from '#/lib/core/ids.ts';
import { planOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = new Date('2026-03-10T09:00:00Z');
const ALARMS = 4_000;
const workspaceId = newId();
let world: World;

/**
 * Fifty endpoints of the workspace, ten of which fail; and as many alarms of it, of others and of others' endpoints.
 */
beforeAll(async () => {
  world = await testWorld();
  const maya = await world.member();
  const { pool } = world.database;
  await pool.query(`update workspaces set id = $1 where id = $2`, [workspaceId, maya.actor.workspaceId]);
  await pool.query(
    `insert into endpoints (id, workspace_id, created_by, url, event_types, max_attempts, failing_since)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, 'https://acme.test/' || n, '{*}', 10,
            case when n <= 10 then $3::timestamptz - interval '3 hours' end
     from generate_series(1, 50) n`,
    [workspaceId, maya.actor.userId, NOW],
  );
  const whose = `case when n % 4 < 2 then '${workspaceId}'::uuid else gen_random_uuid() end,
    case n % 4 when 1 then ('00000000-0000-4000-8000-' || lpad((n / 4 % 50 + 1)::text, 12, '0'))::uuid when 2 then gen_random_uuid() end`;
  const at = `timestamptz '2026-03-10T09:00:00Z' - n * interval '1 second'`;
  await pool.query(
    `insert into alarms (id, created_by, created_at, due_at, next_attempt_at, attempts, max_attempts, workspace_id, endpoint_id, url, settings)
     select gen_random_uuid(), gen_random_uuid(), ${at}, ${at}, ${at}, n % 3, 10, ${whose}, 'https://host' || n % 7 || '.test/',
            '{"event": {"id": "1", "type": "timer.started", "at": "x"}}' from generate_series(1, $1::int) n`,
    [ALARMS],
  );
  await pool.query(
    `insert into alarm_history (id, created_by, created_at, due_at, finished_at, version, attempts, max_attempts, status, end_reason, workspace_id, endpoint_id, url, settings)
     select gen_random_uuid(), gen_random_uuid(), ${at}, ${at}, ${at}, 1, 1 + n % 3, 10,
            case when n % 5 = 0 then 'dead' else 'delivered' end::alarm_status, case when n % 5 = 0 then 'exhausted' else 'delivered' end,
            ${whose}, 'https://host' || n % 7 || '.test/', '{"event": {"id": "1", "type": "timer.started", "at": "x"}}'
     from generate_series(1, $1::int) n`,
    [ALARMS],
  );
  await pool.query(
    `insert into alarm_attempts (alarm_id, attempt, started_at, duration_us, status_code, outcome)
     select id, number, due_at, 2000, 404, 'answered'
     from (select id, due_at, attempts from alarms union all select id, due_at, attempts from alarm_history) as sent
     cross join lateral generate_series(1, attempts) as number`,
  );
  await pool.query('analyze alarms, alarm_history, alarm_attempts, endpoints');
});

test.each([
  ['which endpoints are in trouble', listTroubledEndpoints, [/alarms_by_endpoint/, /endpoint_id_status_due_at_id_idx/]],
  [
    'which hosts are in trouble',
    listTroubledHosts,
    [/alarms_retrying/, /workspace_id_(?:finished_at|status_due_at_id)_idx/],
  ],
] as const)('%s is found by indexes, however many attempts there are', async (_what, list, indexes) => {
  const plan = await planOf(world.db, (sql) => list(sql, { workspaceId, now: NOW }));
  for (const index of [...indexes, /alarm_attempts_20260310_pkey/]) expect(plan).toMatch(index);
  expect(plan).not.toMatch(/Seq Scan on (?:alarms\b|\w+_20260310)/);
});
