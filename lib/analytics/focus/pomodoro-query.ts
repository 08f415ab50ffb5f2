import { dayRuleOf, isInPeriod, widestBounds } from '#/lib/analytics/reports/days-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { ownerCondition, subjectCondition } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type PomodoroCounts = {
  planned: number;
  kept: number;
  endedEarly: number;
  abandoned: number;
  extended: number;
  plannedBreaks: number;
  takenBreaks: number;
};
export type PomodoroDay = PomodoroCounts & { date: string };
export type PomodoroTotals = PomodoroCounts & {
  plannedWorkMs: number;
  actualWorkMs: number;
  plannedBreakMs: number;
  actualBreakMs: number;
};
export type PomodoroAdherence = { totals: PomodoroTotals; days: PomodoroDay[] };

/** Whether a phase `timer_cycles y` lasted as long as planned, including extensions. */
export const IS_KEPT = Prisma.sql`(y.ended_how = 'finished' or y.actual_ms + y.carried_ms >= y.planned_ms + y.extended_ms)`;

/** Whether an ended phase says something about its plan: one that was switched continues in another timer. */
export const IS_PLANNED = Prisma.sql`(y.ended_how not in ('switched', 'discarded')
  and (y.kind = 'work' or y.ended_how not in ('stopped', 'capped')))`;

/** How well pomodoros were kept, on each day and in total. */
export async function findPomodoroAdherence(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
): Promise<PomodoroAdherence> {
  const rows = await tx.$queryRaw<PomodoroAdherence[]>`
    with ${endedPhases(filter)}
    select (select json_build_object(
              ${COUNTS}, 'plannedWorkMs', ${msOf('work', Prisma.sql`planned_ms`)},
              'actualWorkMs', ${msOf('work', Prisma.sql`actual_ms`)},
              'plannedBreakMs', ${msOf('break', Prisma.sql`planned_ms`)},
              'actualBreakMs', ${msOf('break', Prisma.sql`actual_ms`)}) from phases) as totals,
           coalesce((
             select json_agg(d.counts order by d.day)
             from (select day, json_build_object('date', to_char(day, 'YYYY-MM-DD'), ${COUNTS}) as counts
                   from phases group by day) as d), '[]') as days`;
  return rows[0] as PomodoroAdherence;
}

const COUNTS = Prisma.sql`
  'planned', count(*) filter (where is_work), 'kept', count(*) filter (where is_work and is_kept),
  'endedEarly', count(*) filter (where is_work and not is_kept and ended_how in ('skipped', 'restarted')),
  'abandoned', count(*) filter (where is_work and not is_kept and ended_how in ('stopped', 'capped')),
  'extended', count(*) filter (where is_work and is_extended),
  'plannedBreaks', count(*) filter (where not is_work), 'takenBreaks', count(*) filter (where not is_work and is_kept)`;

function msOf(kind: 'work' | 'break', column: Prisma.Sql): Prisma.Sql {
  const which = kind === 'work' ? Prisma.sql`is_work` : Prisma.sql`not is_work`;
  return Prisma.sql`coalesce(sum(${column}) filter (where ${which}), 0)`;
}

/** SQL for `with`: `phases` of pomodoro timers that ended in the period, on the days on which they ended. */
function endedPhases(filter: ReportFilter): Prisma.Sql {
  const { period, workspaceId } = filter;
  const { zone, hour } = dayRuleOf(period);
  const { from, to } = widestBounds(period);
  // A phase that ends exactly with a day belongs to that day.
  const end = Prisma.sql`(y.ended_at - interval '1 microsecond')`;
  const day = Prisma.sql`local_day(${end}, ${zone}, ${hour}::int)`;
  return Prisma.sql`
    phases as materialized (
      select ${day} as day, y.kind = 'work' as is_work, y.ended_how, ${IS_KEPT} as is_kept, y.extended_ms > 0 as is_extended,
             y.planned_ms + y.extended_ms - y.carried_ms as planned_ms, y.actual_ms
      from timer_cycles y join timers t on t.id = y.timer_id join users u on u.id = y.user_id
      where y.workspace_id = ${workspaceId}::uuid and ${ownerCondition(filter, Prisma.sql`y`)} and y.started_at < ${to} and y.ended_at >= ${from}
        and ${isInPeriod(period, end, day)} and ${IS_PLANNED} and t.type = 'pomodoro' and t.status <> 'discarded'
        and ${subjectCondition(filter, Prisma.sql`t`)}
    )`;
}
