import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * SQL for `with`: the timers of a workspace whose time in `daily_totals` is out of date, as `live`. Of these people, or
 * of everyone (null). Includes all timers that have changed, since they may have belonged to someone else before. Those
 * of people whose day rules have changed are looked up person by person: a join would read all timers even when no
 * one's rules have.
 */
export function liveTimers(workspaceId: string, userIds: string[] | null): Prisma.Sql {
  const own = Prisma.sql`workspace_id = ${workspaceId}::uuid`;
  const ownedBy = (row: Prisma.Sql) =>
    userIds ? Prisma.sql`and ${row}.user_id = any(${userIds}::uuid[])` : Prisma.empty;
  return Prisma.sql`live as materialized (
    select c.timer_id from changed_timers c where c.${own}
    union select r.id from timers r where r.${own} ${ownedBy(Prisma.sql`r`)} and r.ended_at is null and r.status = 'running'
    union select m.id from (select distinct c.user_id from changed_day_rules c) c cross join lateral (
      select id from timers where ${own} and user_id = c.user_id offset 0) m
    ${userIds ? Prisma.sql`where c.user_id = any(${userIds}::uuid[])` : Prisma.empty}
  )`;
}

/**
 * The same for all workspaces. Timers of people whose day rules have changed are found by their spans; a timer without
 * spans has no time to compare: no index on timers starts with the person.
 */
export function liveTimersAnywhere(): Prisma.Sql {
  return Prisma.sql`live as materialized (
    select timer_id from changed_timers
    union select id from timers where ended_at is null and status = 'running'
    union select m.timer_id from (select distinct user_id from changed_day_rules) c cross join lateral (
      select timer_id from timer_spans where user_id = c.user_id offset 0) m
  )`;
}

/**
 * SQL for `from`: `live` timers `t` with their spans `s`. Looked up one by one: the planner has no reliable statistics
 * on how many have changed, and a join might read all timers for a few.
 */
export const LIVE_SPANS = Prisma.sql`live cross join lateral (select * from timers one where one.id = live.timer_id offset 0) t
  cross join lateral (select * from timer_spans one where one.timer_id = t.id offset 0) s`;

/** SQL for `from`: rows `d` of daily totals that `live` timers had at the last refresh, looked up in the same way. */
export const LIVE_TOTALS = Prisma.sql`live cross join lateral (
  select * from daily_totals one where one.timer_id = live.timer_id offset 0) d`;
