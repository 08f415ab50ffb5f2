import { beforeAll, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Db } from '#/lib/db/client.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { type ListTimersQuery, listTimersQuery } from '#/lib/tracking/timers/timer-schemas.ts';
import { pagesOf, rowsOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const TIMERS = 8_000;
/** 8 kB pages: some for each of the 96 timers of a day. */
const MOST_PAGES = 2_500;
/** Of 20 timers of a page, and of 84 days. */
const MOST_ROWS = 800;

let world: World;
let ctx: Ctx;

/** A person with a timer of 14 minutes every quarter of an hour, for 83 days, the last of which runs. */
beforeAll(async () => {
  world = await testWorld();
  world.clock.set('2024-03-24T08:05:00Z');
  ctx = await world.member({ timeZone: 'UTC' });
  const { workspaceId, userId } = ctx.actor;
  await world.database.pool.query(
    `begin;
     set local session_replication_role = replica;
     insert into timers (id, workspace_id, user_id, type, status, title, started_at, ended_at, cap_seconds, end_reason, created_via)
     select gen_random_uuid(), '${workspaceId}', '${userId}', 'manual', case when last then 'running' else 'stopped' end::timer_status,
            'Work', at, case when not last then at + interval '14 minutes' end, 86400, case when not last then 'stopped' end::end_reason, 'web'
     from generate_series(1, ${TIMERS}) n
       cross join lateral (select timestamptz '2024-01-01T00:00:00Z' + n * interval '15 minutes' as at, n = ${TIMERS} as last) as made;
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, origin)
     select gen_random_uuid(), id, workspace_id, user_id, started_at, ended_at, 'live' from timers;
     commit`,
  );
  await world.database.pool.query('vacuum analyze timers, timer_spans');
});

test.each([
  ['2024-02-01', 96],
  ['2024-03-24', 33],
])('a day and its total are read without the timers of other days: %s', async (date, timers) => {
  const query = listTimersQuery.parse({ date, limit: '100' });
  const page = await listTimers(ctx, query);
  expect(page.timers).toHaveLength(timers);
  expect(page.days).toMatchObject([{ date, timers }]);
  expect(await measureList(pagesOf, query)).toBeLessThan(MOST_PAGES);
});

test('all days are read by the day, not by the span, once their totals are stored', async () => {
  await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
  const query = listTimersQuery.parse({ limit: '20' });
  const { days } = await listTimers(ctx, query);
  expect(days).toHaveLength(84);
  expect(days.at(-1)).toMatchObject({ date: '2024-01-01', timers: 95 });
  expect(await measureList(rowsOf, query)).toBeLessThan(MOST_ROWS);
});

function measureList(measure: typeof pagesOf, query: ListTimersQuery): Promise<number> {
  return measure(world.db, (sql) => {
    const { $queryRaw } = sql as Pick<Db, '$queryRaw'>;
    const db = new Proxy(world.db, { get: (of, key) => (key === '$queryRaw' ? $queryRaw : Reflect.get(of, key)) });
    return listTimers({ ...ctx, db }, query);
  });
}

test('a range that begins within a timer has it, and the part of its time that falls into it', async () => {
  const range = { from: '2024-02-01T10:05:00Z', to: '2024-02-01T10:20:00Z' };
  const page = await listTimers(ctx, listTimersQuery.parse(range));
  expect(page.timers.map(({ startedAt }) => startedAt.toISOString())).toEqual([
    '2024-02-01T10:15:00.000Z',
    '2024-02-01T10:00:00.000Z',
  ]);
  expect(page.days.map(({ elapsedMs }) => elapsedMs / 60_000)).toEqual([14]);
});
