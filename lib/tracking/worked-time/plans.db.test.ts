import { beforeAll, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { encodeCursor } from '#/lib/core/cursor.ts';
import { newId } from '#/lib/core/ids.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { listTicketsPage } from '#/lib/tracking/tickets/list-tickets-query.ts';
import type { ListTicketsQuery } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { listWorkedTimes } from '#/lib/tracking/worked-time/worked-time-query.ts';
import { pagesOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const TIMERS = 100_000;
const TICKETS = 2_000;
/** Tickets on a page, and timers of each. */
const PAGE = 50;
const EACH = TIMERS / TICKETS;
/** One in this many timers belongs to the caller. */
const OF_OTHERS_TOO = 20;
/** 8 kB pages; about four for a timer and its span. The whole table has many times as many. */
const MAX_PAGES_A_TIMER = 10;
/** A few index lookups, for each of two members with the index by use. */
const PAGES_OF_NONE = 20;
/** Measured: 5,900 for all timers and spans once. */
const PAGES_OF_ALL = 9_000;
/** An index on one person's use of tickets, and 2,000 tickets. */
const PAGES_OF_USE = 200;
/** For a page of 50 tickets among 2,000. */
const MAX_PAGES_OF_LIST = 1_500;
/** Timers that ended after `RECENT`, each on another ticket. */
const WORKED_RECENTLY = 230;
/**
 * `jit_above_cost`: Postgres compiles plans with higher estimates first, which takes longer than this statement runs.
 */
const JIT_COST = 100_000;

let world: World;
let maya: Ctx;
let ids: string[];

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  const { workspaceId, userId } = maya.actor;
  const leo = await world.member({ workspaceId });
  const { pool } = world.database;
  await pool.query(
    `insert into tickets (id, workspace_id, key, title)
     select gen_random_uuid(), $1, 'T-' || n, 'Ticket ' || n from generate_series(1, $2::int) n`,
    [workspaceId, TICKETS],
  );
  // Without constraint checks on these valid rows, which would take most of a minute.
  const client = await pool.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `with kept as (select id, row_number() over () - 1 as n from tickets where workspace_id = $1), made as (
       insert into timers (id, workspace_id, user_id, type, status, ticket_id, started_at, ended_at, cap_seconds,
                           end_reason, created_via)
       select gen_random_uuid(), $1, case when i.n % $6::int = 0 then $2::uuid else $5::uuid end, 'manual', 'stopped',
              k.id, at, at + interval '9 minutes', 86400, 'stopped', 'api'
       from (select n, '2024-01-01'::timestamptz + n * interval '10 minutes' as at from generate_series(1, $3::int) n) i
       join kept k on k.n = i.n % $4::int
       returning id, workspace_id, user_id, started_at, ended_at)
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at)
     select gen_random_uuid(), id, workspace_id, user_id, started_at, ended_at from made`,
    [workspaceId, userId, TIMERS, TICKETS, leo.actor.userId, OF_OTHERS_TOO],
  );
  await client.query("set session_replication_role = 'origin'");
  client.release();
  await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
  // As autovacuum does; only then are rows known to be visible to all, which an index-only scan needs.
  await pool.query('vacuum analyze timers, timer_spans, tickets, daily_totals, ticket_totals');
  const { rows } = await pool.query<{ id: string }>('select id from tickets where workspace_id = $1 limit $2', [
    workspaceId,
    PAGE,
  ]);
  ids = rows.map(({ id }) => id);
}, 120_000);

type Plan = { 'QUERY PLAN': { Plan: Record<string, number> }[] };

/** Returns how much the last statement read, and the number of statements. */
function explaining() {
  const seen = { pages: 0, cost: 0, statements: 0 };
  const tx = {
    $queryRaw: async (parts: TemplateStringsArray, ...values: unknown[]) => {
      const query = Prisma.sql(parts as unknown as string[], ...values);
      const [row] = await world.db.$queryRaw<Plan[]>(Prisma.sql`explain (analyze, buffers, format json) ${query}`);
      const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
      seen.statements += 1;
      seen.cost = plan['Total Cost'] ?? Number.POSITIVE_INFINITY;
      seen.pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      return world.db.$queryRaw(query);
    },
  };
  return { tx: tx as never, seen };
}

const scope = () => ({ workspaceId: maya.actor.workspaceId, userId: maya.actor.userId, of: 'everyone' as const });

test('the time of a page of tickets reads their timers, not the workspace’s', async () => {
  const { tx, seen } = explaining();
  const params = { on: 'ticket' as const, ids, weekStartsAt: new Date('2025-01-01'), now: new Date('2026-01-01') };
  const rows = await listWorkedTimes(tx, scope(), params);
  expect(rows).toHaveLength(PAGE);
  expect(seen.pages).toBeLessThan(PAGE * EACH * MAX_PAGES_A_TIMER);
  const none = await listWorkedTimes(tx, scope(), { ...params, ids: [newId()] });
  expect(none).toEqual([]);
  expect(seen.pages).toBeLessThan(PAGES_OF_NONE);
});

const ASKED_AT = new Date('2025-11-26T00:00:00Z');
const RECENT = new Date('2025-11-24T00:00:00Z');

test('the order by last work reads a hundred thousand timers once when no one has worked recently', async () => {
  const now = new Date('2030-01-01');
  const list = (sql: never) => listTicketsPage(sql, scope(), { sort: 'worked', limit: PAGE }, now);
  expect((await list(world.db as never)).total).toBe(TICKETS);
  expect(await pagesOf(world.db, list)).toBeLessThan(PAGES_OF_ALL);
  const { tx, seen } = explaining();
  await list(tx);
  expect(seen.cost).toBeLessThan(JIT_COST);
});

test('a list by last work that fits on a page is not searched step by step', async () => {
  const { tx, seen } = explaining();
  const page = await listTicketsPage(tx, scope(), { sort: 'worked', limit: TICKETS }, ASKED_AT);
  expect(page.tickets).toHaveLength(TICKETS);
  expect(seen.statements).toBe(2);
});

test('the second page by last work reads no more than the first', async () => {
  const first = await listTicketsPage(world.db, scope(), { sort: 'worked', limit: PAGE }, ASKED_AT);
  const cursor = first.nextCursor ?? '';
  const list = (sql: never) => listTicketsPage(sql, scope(), { sort: 'worked', limit: PAGE, cursor }, ASKED_AT);
  expect((await list(world.db as never)).tickets).toHaveLength(PAGE);
  expect(await pagesOf(world.db, list)).toBeLessThan(MAX_PAGES_OF_LIST);
});

test('a cursor with a year that no ticket can have is treated as absent', async () => {
  const cursor = encodeCursor([`0 ${'9'.repeat(17)} ${'9'.repeat(17)}`, newId()]);
  const page = await listTicketsPage(world.db, scope(), { sort: 'worked', limit: PAGE, cursor }, ASKED_AT);
  expect(page.tickets).toHaveLength(PAGE);
});

const bounded: [string, ListTicketsQuery, Date, number][] = [
  ['the first page by last work reads the last days', { sort: 'worked', limit: PAGE }, ASKED_AT, TICKETS],
  ['work since an instant reads since then', { worked_since: RECENT, limit: PAGE }, ASKED_AT, WORKED_RECENTLY],
  [
    'work since an instant, by last work, reads since then',
    { sort: 'worked', worked_since: RECENT, limit: PAGE },
    ASKED_AT,
    WORKED_RECENTLY,
  ],
  ['the order by time reads the totals stored by ticket', { sort: 'tracked', limit: PAGE }, ASKED_AT, TICKETS],
  ['the last used ones are read from an index', { limit: PAGE }, ASKED_AT, TICKETS],
];

test.each(bounded)('%s, not all timers or spans', async (_what, query, now, total) => {
  const list = (sql: never) => listTicketsPage(sql, scope(), query, now);
  const page = await list(world.db as never);
  expect(page.total).toBe(total);
  expect(await pagesOf(world.db, list)).toBeLessThan(MAX_PAGES_OF_LIST);
});

test('the composer’s query on each keystroke reads no spans, and timers only by an index on their use', async () => {
  const { tx, seen } = explaining();
  await listTicketsPage(tx, scope(), { search: 't-1999', limit: 6 }, new Date('2026-01-01'));
  expect(seen.pages).toBeLessThan(PAGES_OF_USE);
});
