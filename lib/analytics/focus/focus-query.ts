import { dayRuleOf, isInPeriod, widestBounds } from '#/lib/analytics/reports/days-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { subjectCondition } from '#/lib/analytics/reports/report-parts-query.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';

/** Boundaries of the classes of length, in minutes. */
export const LENGTH_EDGES = [15, 25, 50, 90] as const;

export type FocusFigures = {
  stretches: number;
  pauses: number;
  switches: number;
  medianMs: number | null;
  longestMs: number | null;
};
export type FocusDay = FocusFigures & { date: string };
/** `length` counts the edges that the stretches have reached. */
type FocusLength = { length: number; stretches: number; ms: number };
export type Focus = { totals: FocusFigures & { workingDays: number }; lengths: FocusLength[]; days: FocusDay[] };

/** How long members worked without an interruption, and what interrupted them, as defined in docs/reports.md. */
export async function findFocus(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  switchMinutes: number,
): Promise<Focus> {
  const edges = LENGTH_EDGES.map((minutes) => minutes * MINUTE_MS);
  const rows = await tx.$queryRaw<Focus[]>`
    with ${focusStretches(filter, switchMinutes)}
    select (select json_build_object(${FIGURES}, 'workingDays',
              (select count(*) from (select from stretches group by user_id, day) as d)) from stretches) as totals,
           coalesce((
             select json_agg(json_build_object('length', length, 'stretches', stretches, 'ms', ms))
             from (select width_bucket(ms, ${edges}::float8[]) as length, count(*) as stretches, round(sum(ms)) as ms
                   from stretches group by 1) as l), '[]') as lengths,
           coalesce((
             select json_agg(d.figures order by d.day)
             from (select day, json_build_object('date', to_char(day, 'YYYY-MM-DD'), ${FIGURES}) as figures
                   from stretches group by day) as d), '[]') as days`;
  return rows[0] as Focus;
}

const FIGURES = Prisma.sql`
  'stretches', count(*), 'pauses', count(*) filter (where interruption = 'pause'),
  'switches', count(*) filter (where interruption = 'switch'),
  'medianMs', round(percentile_cont(0.5) within group (order by ms)), 'longestMs', round(max(ms))`;

/**
 * SQL for `with`: `stretches`, the measured spans that began in the period, with what interrupted each. The next span
 * after one is searched among all of its member's, whatever the filter: a switch leads to another ticket. The day of an
 * instant is looked up in the starts of days in its member's zone: calling `local_day` takes ten times as long. Timers
 * are only looked up for open spans, which end at their cap, and when the report is filtered by their fields: a lookup
 * for each span was half of the total time.
 */
function focusStretches(filter: ReportFilter, switchMinutes: number): Prisma.Sql {
  const { period, workspaceId, userIds, now } = filter;
  const { zone, hour } = dayRuleOf(period);
  const { from, to } = widestBounds(period);
  const members = userIds ? Prisma.sql`and s.user_id = any(${userIds}::uuid[])` : Prisma.empty;
  const firstDay = Prisma.sql`(${from} at time zone 'UTC')::date - 1`;
  return Prisma.sql`
    marks as materialized (
      select s.timer_id, s.user_id, s.started_at,
             -- As a join, the timer of each span would be looked up, whatever the condition.
             coalesce(s.ended_at, (select ${spanEnd(now)} from timers t where t.id = s.timer_id)) as ends_at,
             lead(s.started_at) over member as next_at, lead(s.timer_id) over member as next_timer
      from timer_spans s
      where s.workspace_id = ${workspaceId}::uuid ${members} and s.started_at >= ${from}
        -- One more day, for the next span after the last.
        and s.started_at < ${to} + interval '1 day' and s.origin <> 'entered' and not s.discarded
      window member as (partition by s.user_id order by s.started_at)
    ), rules as materialized (
      select u.id as user_id, ${zone} as zone, ${hour}::int as hour
      from (select user_id from marks group by user_id) as m join users u on u.id = m.user_id
    ), calendars as materialized (
      select r.zone, r.hour, array(
        select start_of_day(${firstDay} + n, r.zone, r.hour)
        -- Two more days, for spans that continue after the period.
        from generate_series(0, (${to} at time zone 'UTC')::date - (${firstDay}) + 2) as n order by n) as days
      from (select distinct zone, hour from rules) as r
    ), stretches as materialized (
      select k.user_id, k.day, k.ms,
             case when k.next_timer = k.timer_id and k.next_day = k.end_day and not ${IS_BREAK} then 'pause'
                  when k.next_timer <> k.timer_id and k.next_at <= k.ends_at + ${switchMinutes} * interval '1 minute'
                  then 'switch' end as interruption
      from (
        select m.*, ${firstDay} + width_bucket(m.started_at, c.days) - 1 as day,
               case when m.next_timer = m.timer_id then width_bucket(m.ends_at, c.days) end as end_day,
               case when m.next_timer = m.timer_id then width_bucket(m.next_at, c.days) end as next_day,
               date_part('epoch', m.ends_at - m.started_at) * 1000 as ms
        from marks m join rules r on r.user_id = m.user_id join calendars c on c.zone = r.zone and c.hour = r.hour
        where ${isFound(filter)} and m.started_at < ${to} and m.ends_at > m.started_at
        offset 0
      ) k where ${isInPeriod(period, Prisma.sql`k.started_at`, Prisma.sql`k.day`)}
    )`;
}

/** Whether a span `m` belongs to a timer that the report's filter matches. Its owner was checked in `marks`. */
function isFound(filter: ReportFilter): Prisma.Sql {
  const { projects, tickets, tags, types } = filter;
  if (!projects && !tickets && !tags && !types) return Prisma.sql`true`;
  return Prisma.sql`exists (
    select from timers t where t.id = m.timer_id and ${subjectCondition(filter, Prisma.sql`t`)})`;
}

/**
 * Whether the plan of a timer had a break between the end of a stretch `k` and its continuation. Timers without a plan
 * have no such cycle.
 */
const IS_BREAK = Prisma.sql`exists (
  select from timer_cycles y
  where y.timer_id = k.timer_id and y.kind <> 'work' and y.started_at >= k.ends_at and y.started_at <= k.next_at)`;
