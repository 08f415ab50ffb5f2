import { beforeAll, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { countPomodoros, findAdjustments } from '#/lib/analytics/reports/adjustments-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { findGroups, findSums, findTotals } from '#/lib/analytics/reports/summary-query.ts';
import { findTicketFigures } from '#/lib/analytics/reports/ticket-report-query.ts';
import { planOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = new Date('2026-03-10T09:00:00Z');
const RANGE = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-03-01T00:00:00Z') };
const PEOPLE = 80;
const TIMERS = 60;
let world: World;
let own: ReportFilter;

/**
 * Many people in a workspace, each with many finished pomodoros, every tenth of which was entered by hand and trimmed.
 * Every tenth of one person's was corrected, and all of the others'.
 */
beforeAll(async () => {
  world = await testWorld();
  const { actor } = await world.member();
  const { workspaceId, userId } = actor;
  await world.database.pool.query(
    `begin;
     set local session_replication_role = replica;
     insert into users (id, email, name)
     select gen_random_uuid(), 'colleague' || n || '@example.com', 'Colleague' from generate_series(2, ${PEOPLE}) n;
     insert into memberships (workspace_id, user_id, role)
     select '${workspaceId}', id, 'member' from users where email like 'colleague%';
     insert into tickets (id, workspace_id, key, title)
     select gen_random_uuid(), '${workspaceId}', 'API-' || n, 'Ticket' from generate_series(1, 3000) n;
     insert into timers (id, workspace_id, user_id, type, status, title, started_at, ended_at, cap_seconds, end_reason, created_via)
     select gen_random_uuid(), m.workspace_id, m.user_id, 'pomodoro', 'stopped', 'Work', at, at + interval '25 minutes', 86400, 'stopped', 'web'
     from memberships m, lateral (
       select timestamptz '2026-01-01T09:00:00Z' + n * interval '1 day' as at from generate_series(0, ${TIMERS - 1}) n) as day
     where m.workspace_id = '${workspaceId}';
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, origin)
     select gen_random_uuid(), id, workspace_id, user_id, started_at, ended_at,
            case when extract(day from started_at)::int % 10 = 0 then 'entered' else 'live' end from timers;
     insert into timer_cycles (id, run_id, timer_id, workspace_id, user_id, position, kind, round, planned_ms, started_at,
                               ended_at, ended_how, actual_ms, at_deadline)
     select gen_random_uuid(), id, id, workspace_id, user_id, 0, 'work', 1, 1500000, started_at, ended_at, 'finished', 1500000, 'begin'
     from timers;
     insert into timer_questions (id, timer_id, workspace_id, user_id, kind, asked_at, answered_at, answer, before, version_after, trimmed_ms)
     select gen_random_uuid(), id, workspace_id, user_id, 'long_run', ended_at, ended_at, 'trim_stop', '{}', 2, 60000 from timers
     where extract(day from started_at)::int % 10 = 0;
     insert into corrections (id, workspace_id, made_by, reason, created_at)
     select id, workspace_id, '${userId}', 'Agreed upon.', ended_at from timers
     where user_id <> '${userId}' or extract(day from started_at)::int % 10 = 1;
     insert into correction_items (correction_id, position, timer_id, user_id, user_id_after, before, after, version_after)
     select c.id, 0, t.id, t.user_id, t.user_id, '{"spans": []}', '{"spans": []}', 2 from corrections c join timers t on t.id = c.id;
     commit`,
  );
  await refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
  // As autovacuum does; only then are rows known to be visible to all, which an index-only scan needs.
  await world.database.pool.query('vacuum (analyze)');
  const everything = { projects: null, tickets: null, tags: null, types: null };
  const period = { kind: 'days', from: '2026-01-01', to: '2026-02-28' } as const;
  own = { workspaceId, userIds: [userId], ...everything, period, now: NOW };
});

const figures: [string, (sql: never) => Promise<unknown>, RegExp[]][] = [
  [
    'the groups',
    (sql) => findGroups(sql, own, { levels: ['project'], limit: 100, weekStart: 1 }),
    [/daily_totals_member_day/],
  ],
  ['the sums', (sql) => findSums(sql, own), [/daily_sums_member_day/, /daily_totals_in_parts/, /daily_totals_entered/]],
  ['the period before', (sql) => findTotals(sql, own), [/daily_sums_member_day/, /daily_totals_in_parts/]],
  ['what was changed after the fact', (sql) => findAdjustments(sql, own, RANGE), [/adjusted_timers_member/]],
  [
    'how many pomodoros were kept',
    (sql) => countPomodoros(sql, own, RANGE),
    [/timer_cycles_work_ended/, /Index Only Scan using timers_pomodoro /],
  ],
];

test.each(figures)(
  'a member’s own report reads %s only from their own rows, by indexes',
  async (_what, query, indexes) => {
    const plan = await planOf(world.db, query);
    for (const index of indexes) expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on (?:daily_totals|daily_sums|timers|timer_\w+|correction\w*)\b/);
  },
);

const passes: [string, (sql: never) => Promise<unknown>, RegExp, number][] = [
  [
    'groups once',
    (sql) => findGroups(sql, own, { levels: ['project', 'ticket'], limit: 100, weekStart: 1 }),
    /(?:on|using) daily_totals_member_day/g,
    1,
  ],
  [
    'groups that name no project, ticket or tag once, as sums',
    (sql) => findGroups(sql, own, { levels: ['member', 'type'], limit: 100, weekStart: 1 }),
    /(?:on|using) daily_sums_member_day/g,
    1,
  ],
  ['sums once, and once more for who has any', (sql) => findSums(sql, own), /(?:on|using) daily_sums_member_day/g, 2],
];

test.each(passes)('a summary reads the days of its period for its %s', async (_what, query, pass, times) => {
  const plan = await planOf(world.db, query);
  expect(plan.match(pass)).toHaveLength(times);
});

test('timers of days that have changed are compared with the changes all at once, not day by day', async () => {
  const plan = await planOf(world.db, (sql) => findSums(sql, own));
  const lookups = plan.match(/CTE Scan on stale requested\n.*/g) ?? [];
  expect(lookups.length).toBeGreaterThan(0);
  for (const lookup of lookups) expect(lookup).toMatch(/Index Scan using daily_totals_member_day/);
});

test('a member’s tickets with their estimates read, of all timers, only those that have changed since or are running', async () => {
  const plan = await planOf(world.db, (sql: never) =>
    findTicketFigures(sql, own, { sort: 'over', limit: 50, totalOf: own.userIds?.[0] ?? null }),
  );
  const reads = plan.split('\n').filter((line) => / on timers\b/.test(line));
  expect(reads.length).toBeGreaterThan(2);
  expect(
    reads.filter((line) => !/using timers_pkey|timers_one_running|timers_open|timers_changed_by_user| r /.test(line)),
  ).toEqual([]);
});

const oneTicket: [string, ReportFilter['tickets']][] = [
  ['its key', { names: ['api-7'], none: false }],
  ['its id', { names: ['00000000-0000-4000-8000-000000000001'], none: false }],
  ['its key, or none', { names: ['API-7'], none: true }],
];

test.each(oneTicket)('a report of one ticket by %s reads no other ticket', async (_by, tickets) => {
  const params = { levels: ['project' as const], limit: 100, weekStart: 1 };
  const plan = await planOf(world.db, (sql) => findGroups(sql, { ...own, tickets }, params));
  expect(plan).toMatch(/tickets_key/);
  expect(plan).not.toMatch(/Seq Scan on tickets/);
});
