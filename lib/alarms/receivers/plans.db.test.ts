import { beforeAll, expect, test } from 'vitest';
import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import { countOf } from '#/lib/alarms/receivers/receiver-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { rowsOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const RECEIVERS = 100;
const PAGE = 10;
/** Per receiver: alarms that wait in its queue, that are being sent, and that have left it and wait for a retry. */
const WAITING = 30;
const FIRING = 5;
const RETRYING = 165;

let world: World;
let maya: Ctx;
const ids = Array.from({ length: RECEIVERS }, newId);

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  const { workspaceId, userId } = maya.actor;
  await world.database.pool.query(
    `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url, status,
                         lease_until, receiver_id)
     select gen_random_uuid(), $1::uuid, $2::uuid, at, at, case when n <= $4 then ${QUEUED_AT} else at + interval '1 hour' end,
            10, 'https://acme.test/', (case when is_firing then 'firing' else 'scheduled' end)::alarm_status,
            case when is_firing then at + interval '20 s' end, receiver
     from unnest($3::uuid[]) as receiver, generate_series(1, $4::int + $5::int + $6::int) n,
          lateral (select timestamptz '2026-03-10T09:00Z' + n * interval '10 ms' as at,
                          n > $4 and n <= $4 + $5 as is_firing) made`,
    [workspaceId, userId, ids, WAITING, FIRING, RETRYING],
  );
  await world.database.pool.query('alter table alarms set (autovacuum_enabled = false)');
});

/** What the planner knows of the table, from nothing to the truth. */
const KNOWLEDGE: [string, string][] = [
  ['is not subscribed to it', 'select'],
  ['treats it as empty', "update pg_class set reltuples = 0, relpages = 0 where relname = 'alarms'"],
  ['knows it', 'vacuum analyze alarms'],
];

test.each(KNOWLEDGE)(
  'counts of what a page of receivers holds back and sends read no other alarms with a planner that %s',
  async (_what, teach) => {
    await world.database.pool.query(teach);
    const count = (sql: never) => countOf(sql, { workspaceId: maya.actor.workspaceId, ids: ids.slice(0, PAGE) });
    const counts = await count(world.db as never);
    expect([...counts.values()]).toEqual(Array.from({ length: PAGE }, () => ({ waiting: WAITING, inFlight: FIRING })));
    expect(await rowsOf(world.db, count)).toBe(PAGE * (WAITING + FIRING));
  },
);
