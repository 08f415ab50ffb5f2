import { IS_KEPT, IS_PLANNED } from '#/lib/analytics/focus/pomodoro-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { ownerCondition, subjectCondition } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { isCappedAt } from '#/lib/tracking/timers/timer-filter.ts';

/** How many timers were changed after the fact, and what that added to their time; negative when it took time away. */
type Adjustment = { timers: number; ms: number };
export type Adjustments = { trimmed: Adjustment; correctedByAdmin: Adjustment };
export type Pomodoros = { planned: number; kept: number };
type Range = { from: Date; to: Date };

/**
 * What people and admins changed of time between two instants after the fact; what was undone is left out. Everything that
 * hangs on a timer has its owner too, so that other people's is not read at all.
 */
export async function findAdjustments(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { from, to }: Range,
): Promise<Adjustments> {
  const { now, workspaceId } = filter;
  const found = Prisma.sql`${subjectCondition(filter, Prisma.sql`t`)}
    and t.started_at < ${to} and coalesce(t.ended_at, ${now}) > ${from}`;
  const rows = await tx.$queryRaw<Adjustments[]>`
    with trimmed as (
      select t.id, sum(-q.trimmed_ms) as ms
      from timer_questions q join timers t on t.id = q.timer_id
      where q.workspace_id = ${workspaceId}::uuid and ${ownerCondition(filter, Prisma.sql`q`)}
        and q.trimmed_ms is not null and q.undone_at is null and ${found}
      group by t.id
    ), corrected as (
      select t.id, sum(${storedMs('after')} - ${storedMs('before')}) as ms
      from corrections c join correction_items i on i.correction_id = c.id join timers t on t.id = i.timer_id
      where c.workspace_id = ${workspaceId}::uuid and ${correctedCondition(filter)} and c.reverts_id is null
        and c.made_by is distinct from i.user_id and not exists (select from corrections r where r.reverts_id = c.id) and ${found}
      group by t.id
    )
    select (select ${SUMMED} from trimmed) as trimmed, (select ${SUMMED} from corrected) as "correctedByAdmin"`;
  return rows[0] as Adjustments;
}

const SUMMED = Prisma.sql`json_build_object('timers', count(*), 'ms', coalesce(round(sum(ms)), 0))`;

/**
 * Of items `i`: those of timers that some correction has left with, or given to, the people of a filter. Only corrections
 * give a timer to somebody else, so the last one of each names its owner.
 */
function correctedCondition({ userIds }: ReportFilter): Prisma.Sql {
  if (!userIds) return Prisma.sql`true`;
  return Prisma.sql`i.timer_id in (select timer_id from correction_items where user_id_after = any(${userIds}::uuid[]))`;
}

/** The time of a timer as a correction has kept it; one that is discarded has none. */
function storedMs(which: 'before' | 'after'): Prisma.Sql {
  const facts = Prisma.raw(`i.${which}`);
  return Prisma.sql`case when ${facts}->>'status' = 'discarded' then 0 else (
    select coalesce(sum(date_part('epoch', coalesce((s->>'endedAt')::timestamptz, c.created_at)
                                           - (s->>'startedAt')::timestamptz)) * 1000, 0)
    from jsonb_array_elements(${facts}->'spans') as s) end`;
}

/**
 * Work phases of pomodoro timers that ended between two instants, and those of them that lasted as long as planned. Timers
 * are looked up by one array of ids in an index of pomodoros that has all a report asks of them but tags: joined, all timers
 * that these people ever had are read, and in the table a page for nearly each.
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

/** Timers that run at this moment, and have not reached their cap. */
export async function countRunning(tx: Pick<Tx, '$queryRaw'>, filter: ReportFilter): Promise<number> {
  const rows = await tx.$queryRaw<{ running: number }[]>`
    select count(*)::int as running from timers t
    where t.ended_at is null and t.status = 'running' and ${subjectCondition(filter, Prisma.sql`t`)}
      and not (${isCappedAt(filter.now)})`;
  return rows[0]?.running ?? 0;
}
