import { IS_KEPT, IS_PLANNED } from '#/lib/analytics/focus/pomodoro-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { ownerCondition, subjectCondition } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { liveTimers } from '#/lib/tracking/days/live-timers-query.ts';
import { ADJUSTED, IS_ADJUSTED } from '#/lib/tracking/days/summed-query.ts';
import { isCappedAt } from '#/lib/tracking/timers/timer-filter.ts';

/** How many timers were changed after the fact, and how much time that added; negative when it removed time. */
type Adjustment = { timers: number; ms: number };
export type Adjustments = { trimmed: Adjustment; correctedByAdmin: Adjustment };
export type Pomodoros = { planned: number; kept: number };
type Range = { from: Date; to: Date };

/**
 * The changes that people and admins made to timers after the fact between two instants, except those that were undone.
 * Read from the view of adjusted timers, which replaces lookups in three tables for each, and from the timers
 * themselves if they have changed since it was refreshed.
 */
export async function findAdjustments(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { from, to }: Range,
): Promise<Adjustments> {
  const { now, workspaceId, userIds } = filter;
  const found = Prisma.sql`${subjectCondition(filter, Prisma.sql`t`)}
    and t.started_at < ${to} and coalesce(t.ended_at, ${now}) > ${from}`;
  const rows = await tx.$queryRaw<Adjustments[]>`
    with ${liveTimers(workspaceId, userIds)}, ${ADJUSTED}, found as (
      select t.trimmed_ms, t.corrected_ms from adjusted_timers t
      where ${found} and ${IS_ADJUSTED} and not exists (select from live where live.timer_id = t.timer_id)
      union all
      select a.* from timers t, timer_adjustments(t.id) as a
      where ${found} and ${IS_ADJUSTED} and t.id in (select timer_id from live)
      union all
      select a.* from timers t, timer_adjustments(t.id) as a
      where ${found} and not ${IS_ADJUSTED} and t.id in (${touchedTimers(filter)})
    )
    select (select ${sumOf(Prisma.sql`trimmed_ms`)} from found) as trimmed,
           (select ${sumOf(Prisma.sql`corrected_ms`)} from found) as "correctedByAdmin"`;
  return rows[0] as Adjustments;
}

function sumOf(ms: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`json_build_object('timers', count(${ms}), 'ms', coalesce(round(sum(${ms})), 0))`;
}

/**
 * SQL for a query: timers that may have been adjusted, used while a version that does not know the view runs the
 * refreshes. Only corrections reassign a timer to another member, so the last one of each names its owner.
 */
function touchedTimers(filter: ReportFilter): Prisma.Sql {
  const { workspaceId, userIds } = filter;
  const userCondition = userIds ? Prisma.sql`and i.user_id_after = any(${userIds}::uuid[])` : Prisma.empty;
  return Prisma.sql`
    select q.timer_id from timer_questions q
    where q.workspace_id = ${workspaceId}::uuid and ${ownerCondition(filter, Prisma.sql`q`)} and q.trimmed_ms is not null
    union
    select i.timer_id from correction_items i join corrections c on c.id = i.correction_id
    where c.workspace_id = ${workspaceId}::uuid ${userCondition}`;
}

/**
 * Work phases of pomodoro timers that ended between two instants, and how many of them lasted as long as planned.
 * Timers are looked up by one array of ids in an index of pomodoros that has every column a report needs except tags: a
 * join reads all timers that these people ever had, and in the table nearly a page for each.
 */
export async function countPomodoros(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { from, to }: Range,
): Promise<Pomodoros> {
  const rows = await tx.$queryRaw<Pomodoros[]>`
    with phases as materialized (
      select y.timer_id, count(*) as planned, count(*) filter (where ${IS_KEPT}) as kept
      from timer_cycles y
      where y.workspace_id = ${filter.workspaceId}::uuid and ${ownerCondition(filter, Prisma.sql`y`)}
        and y.started_at < ${to} and y.ended_at > ${from} and y.ended_at <= ${to} and y.kind = 'work' and ${IS_PLANNED}
      group by y.timer_id
    )
    select coalesce(sum(planned), 0)::int as planned, coalesce(sum(kept), 0)::int as kept from phases
    where timer_id in (
      select t.id from timers t
      where t.id = any(array(select timer_id from phases)) and t.type = 'pomodoro' and t.status <> 'discarded'
        and ${subjectCondition(filter, Prisma.sql`t`)}
      offset 0)`;
  return rows[0] as Pomodoros;
}

/** Timers that are running now, and have not reached their cap. */
export async function countRunning(tx: Pick<Tx, '$queryRaw'>, filter: ReportFilter): Promise<number> {
  const rows = await tx.$queryRaw<{ running: number }[]>`
    select count(*)::int as running from timers t
    where t.ended_at is null and t.status = 'running' and ${subjectCondition(filter, Prisma.sql`t`)}
      and not (${isCappedAt(filter.now)})`;
  return rows[0]?.running ?? 0;
}
