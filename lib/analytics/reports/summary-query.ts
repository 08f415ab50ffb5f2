import { DAYS_SINCE_MONDAY, labelsOf, levelOf, tagsOf } from '#/lib/analytics/reports/grouping-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import type { LevelRow } from '#/lib/analytics/reports/report-groups.ts';
import { HOURS_OF_DAY, hourColumn, isFirstPart, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
import type { ReportGrouping } from '#/lib/analytics/reports/report-schemas.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

export type ReportTotals = {
  trackedMs: number;
  timers: number;
  spans: number;
  people: number;
  workingDays: number;
  /** Of one working day, on average of those whose member has a target. */
  targetMs: number | null;
};
export type TypeTotals = { type: TimerType; timers: number; trackedMs: number; longestMs: number };
/** Time in an hour on the clock (0 to 23) of all days that are this day of the week (ISO 8601). */
export type HourTime = { weekday: number; hour: number; trackedMs: number };
/** What of the tracked time was entered by hand, and in how many timers. */
export type EnteredTime = { timers: number; ms: number };
export type Summary = {
  totals: ReportTotals;
  groups: LevelRow[];
  byType: TypeTotals[];
  hours: HourTime[];
  addedByHand: EnteredTime;
};
type Grouping = { levels: readonly ReportGrouping[]; limit: number; weekStart: number };

/** What was tracked, in groups, and by type: one statement, so that the figures belong together. */
export async function findSummary(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  grouping: Grouping,
): Promise<Summary> {
  const rows = await tx.$queryRaw<Summary[]>`
    with ${reportParts(filter)}, ${groupsOf(filter, grouping)}
    select (${totalsOf(filter)}) as totals,
           coalesce((select json_agg(named order by place) from named), '[]') as groups,
           coalesce((${byTypeOf(filter)}), '[]') as "byType", coalesce((${HOURS}), '[]') as hours,
           (${ADDED_BY_HAND}) as "addedByHand"`;
  return rows[0] as Summary;
}

/** Each hour's column is summed by day of the week first. */
const HOURS = Prisma.sql`
  select json_agg(json_build_object('weekday', w.weekday, 'hour', h.hour, 'trackedMs', h.ms))
  from (
    select ${DAYS_SINCE_MONDAY} + 1 as weekday, ${Prisma.join(HOURS_OF_DAY.map((hour) => Prisma.sql`sum(p.${hourColumn(hour)}) as ${hourColumn(hour)}`))}
    from parts p group by 1
  ) as w, lateral (
    values ${Prisma.join(HOURS_OF_DAY.map((hour) => Prisma.sql`(${Prisma.raw(String(hour))}, w.${hourColumn(hour)})`))}
  ) as h(hour, ms)
  where h.ms is not null`;

const ADDED_BY_HAND = Prisma.sql`
  select json_build_object('timers', count(distinct p.timer_id), 'ms', coalesce(sum(p.entered_ms), 0))
  from parts p where p.entered_ms is not null`;

/** The totals alone, as for the period before. */
export async function findTotals(tx: Pick<Tx, '$queryRaw'>, filter: ReportFilter): Promise<ReportTotals> {
  const rows = await tx.$queryRaw<{ totals: ReportTotals }[]>`
    with ${reportParts(filter)} select (${totalsOf(filter)}) as totals`;
  return (rows[0] as { totals: ReportTotals }).totals;
}

function totalsOf({ period }: ReportFilter): Prisma.Sql {
  const first = isFirstPart(period);
  return Prisma.sql`
    select json_build_object(
      'trackedMs', coalesce(sum(d.tracked_ms), 0), 'timers', coalesce(sum(d.timers), 0), 'spans', coalesce(sum(d.spans), 0),
      'people', count(distinct d.user_id), 'workingDays', count(*),
      'targetMs', round(avg(u.day_target_seconds) * 1000))
    from (
      select p.user_id, p.day, sum(p.tracked_ms) as tracked_ms, count(*) filter (where ${first}) as timers,
             sum(case when ${first} then p.spans else p.spans_begun end) as spans
      from parts p group by p.user_id, p.day
    ) as d join users u on u.id = d.user_id`;
}

/** A timer with time on several days is as long as these days together; those of all types are summed in one pass. */
function byTypeOf({ period }: ReportFilter): Prisma.Sql {
  return Prisma.sql`
    select json_agg(json_build_object('type', s.type, 'timers', s.timers, 'trackedMs', s.tracked_ms,
                                      'longestMs', greatest(s.longest_ms, l.longest_ms))
                    order by s.timers desc, s.tracked_ms desc)
    from (
      select p.type, count(*) filter (where ${isFirstPart(period)}) as timers, sum(p.tracked_ms) as tracked_ms,
             max(p.tracked_ms) as longest_ms
      from parts p group by p.type
    ) as s left join (
      select long.type, max(long.tracked_ms) as longest_ms from (
        select p.type, sum(p.tracked_ms) as tracked_ms from parts p where not p.is_whole group by p.type, p.timer_id
      ) as long group by long.type
    ) as l using (type)`;
}

/** `named`: groups of the first level, and of the second within those that are listed, each with its place. */
function groupsOf({ period }: ReportFilter, { levels, limit, weekStart }: Grouping): Prisma.Sql {
  const [outerBy, innerBy] = levels as [ReportGrouping, ReportGrouping?];
  const outer = levelOf(outerBy, period, weekStart);
  const inner = innerBy && levelOf(innerBy, period, weekStart);
  const outerOrder = outer.isInOrder ? Prisma.sql`g.value` : Prisma.sql`g.ms desc, g.value`;
  const outers = Prisma.sql`
    outers as (
      select ${outer.text(Prisma.sql`g.value`)} as value, g.ms, g.timers,
             row_number() over (order by ${outerOrder}) as place, count(*) over () as siblings
      from (
        select ${outer.value} as value, sum(p.tracked_ms) as ms, count(*) filter (where ${outer.counts}) as timers
        from parts p ${tagsOf([outerBy])} group by 1
      ) as g
    ), listed as (
      select value as parent, false as is_inner, value, ms, timers, siblings, place as outer_place, place
      from outers where place <= ${limit}
    )`;
  const names = (by: ReportGrouping, from: Prisma.Sql) => {
    const labels = labelsOf(by, Prisma.sql`r.value`);
    return Prisma.sql`
      select case when r.is_inner then r.parent end as parent, r.is_inner as "isInner", r.value,
             ${labels.key} as key, ${labels.name} as name, r.ms as "trackedMs", r.timers, r.siblings,
             r.outer_place * 10000 + case when r.is_inner then r.place else 0 end as place
      from ${from} as r ${labels.join}`;
  };
  if (!inner || !innerBy) return Prisma.sql`${outers}, named as (${names(outerBy, Prisma.sql`listed`)})`;
  const innerOrder = inner.isInOrder ? Prisma.sql`g.value` : Prisma.sql`g.ms desc, g.value`;
  // The shorter of two calendar units counts a timer again where it begins. Arrays of null are equal, and can be hashed.
  const both = Prisma.sql`(${outer.counts} or ${inner.counts})`;
  return Prisma.sql`${outers}, inners as (
      select g.parent, true as is_inner, g.value, g.ms, g.timers, count(*) over (partition by g.parent) as siblings,
             o.place as outer_place, row_number() over (partition by g.parent order by ${innerOrder}) as place
      from (
        select ${outer.text(Prisma.sql`n.parent`)} as parent, ${inner.text(Prisma.sql`n.value`)} as value, n.ms, n.timers
        from (
          select ${outer.value} as parent, ${inner.value} as value, sum(p.tracked_ms) as ms,
                 count(*) filter (where ${both}) as timers
          from parts p ${tagsOf(levels)} group by 1, 2
        ) as n
      ) as g join outers o on array[o.value] = array[g.parent] and o.place <= ${limit}
    ), named as (
      ${names(outerBy, Prisma.sql`listed`)}
      union all ${names(innerBy, Prisma.sql`(select * from inners where place <= ${limit})`)}
    )`;
}
