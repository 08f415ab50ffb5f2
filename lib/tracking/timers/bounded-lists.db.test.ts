import { beforeAll, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Db } from '#/lib/db/client.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { type ListTimersQuery, listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { pagesOf, rowsOf } from '#/test/plan-of.ts';
import { SettableClock } from '#/test/settable-clock.ts';
import { testWorld, type World } from '#/test/world.ts';

const TIMERS = 8_000;
/** 8 kB pages: a few for each of the 96 timers of a day. */
const MAX_PAGES = 2_500;
/** For the 20 timers of a page, and for 84 days. */
const MAX_ROWS = 800;
/** For a few timers of one day. */
const MAX_ROWS_OF_FEW = 60;

let world: World;
let ctx: Ctx;

/** A person with a timer of 14 minutes every quarter of an hour, for 83 days; the last one is running. */
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
     update timers set status = 'completed', end_reason = 'finished'
     where started_at between '2024-01-20T10:00Z' and '2024-01-20T10:30Z';
     update timers set status = 'paused', ended_at = null, end_reason = null where started_at = '2024-01-20T11:00Z';
     update timers set status = 'discarded', end_reason = 'discarded'
     where started_at between '2024-01-20T12:00Z' and '2024-01-20T12:15Z';
     update timer_spans s set discarded = true from timers t where t.id = s.timer_id and t.status = 'discarded';
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
  expect(await measureList(pagesOf, query)).toBeLessThan(MAX_PAGES);
});

test('all days are read by the day, not by the span, once their totals are stored', async () => {
  await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
  const query = listTimersQuery.parse({ limit: '20' });
  const { days } = await listTimers(ctx, query);
  expect(days).toHaveLength(84);
  expect(days.at(-1)).toMatchObject({ date: '2024-01-01', timers: 95 });
  expect(await measureList(rowsOf, query)).toBeLessThan(MAX_ROWS);
});

test.each([
  ['completed', 3],
  ['paused', 1],
  ['discarded', 2],
  ['running', 1],
] as const)('timers that are %s are found without the others', async (status, timers) => {
  const query = listTimersQuery.parse({ status });
  const page = await listTimers(ctx, query);
  expect(page.timers.map((timer) => timer.status)).toEqual(Array.from({ length: timers }, () => status));
  expect(page.days).toMatchObject([{ timers }]);
  expect(await measureList(rowsOf, query)).toBeLessThan(MAX_ROWS_OF_FEW);
});

test('a timer past its cap is completed, and sorted first, whether or not that is stored', async () => {
  const completed = { ...ctx, clock: new SettableClock('2024-04-01T00:00:00Z') };
  const all = await listTimers(completed, listTimersQuery.parse({ status: 'completed' }));
  expect(all.timers.map(({ status }) => status)).toEqual(['running', 'completed', 'completed', 'completed']);
  const first = await listTimers(completed, listTimersQuery.parse({ status: 'completed', limit: '2' }));
  const query = { status: 'completed', limit: '2', cursor: first.nextCursor };
  const second = await listTimers(completed, listTimersQuery.parse(query));
  expect([...first.timers, ...second.timers]).toEqual(all.timers);
  expect(second.nextCursor).toBeNull();
});

function measureList(measure: typeof pagesOf, query: ListTimersQuery): Promise<number> {
  return measure(world.db, (sql) => {
    const { $queryRaw } = sql as Pick<Db, '$queryRaw'>;
    const db = new Proxy(world.db, { get: (of, key) => (key === '$queryRaw' ? $queryRaw : Reflect.get(of, key)) });
    return listTimers({ ...ctx, db }, query);
  });
}

test('a range that begins within a timer includes it, with the part of its time in the range', async () => {
  const range = { from: '2024-02-01T10:05:00Z', to: '2024-02-01T10:20:00Z' };
  const page = await listTimers(ctx, listTimersQuery.parse(range));
  expect(page.timers.map(({ startedAt }) => startedAt.toISOString())).toEqual([
    '2024-02-01T10:15:00.000Z',
    '2024-02-01T10:00:00.000Z',
  ]);
  expect(page.days.map(({ elapsedMs }) => elapsedMs / 60_000)).toEqual([14]);
});
