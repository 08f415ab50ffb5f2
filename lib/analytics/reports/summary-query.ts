import { dailySums, type SumColumn, sumsOf } from '#/lib/analytics/reports/daily-sums-query.ts';
import { DAYS_SINCE_MONDAY, type Level, labelsOf, levelOf, tagsOf } from '#/lib/analytics/reports/grouping-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import type { LevelRow } from '#/lib/analytics/reports/report-groups.ts';
import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import {
  HOUR_COLUMNS,
  HOURS_OF_DAY,
  hourColumn,
  partsOf,
  reportParts,
} from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

export type ReportTotals = {
  trackedMs: number;
  timers: number;
  spans: number;
  people: number;
  workingDays: number;
  /** For one working day, averaged over members with a target. */
  targetMs: number | null;
};
export type TypeTotals = { type: TimerType; timers: number; trackedMs: number; longestMs: number };
/** Time in an hour of local time (0 to 23) on all days with this day of the week (ISO 8601). */
export type HourTime = { weekday: number; hour: number; trackedMs: number };
/** How much of the tracked time was entered by hand, and in how many timers. */
export type EnteredTime = { timers: number; ms: number };
/** Sums of all tracked time. */
export type ReportSums = {
  totals: ReportTotals;
  byType: TypeTotals[];
  hours: HourTime[];
  addedByHand: EnteredTime;
};
type Grouping = { levels: readonly ReportGrouping[]; limit: number; weekStart: number };

/** Columns of groups in order: thousands of rows take half as long in this form as with names in each of them. */
type GroupColumns = {
  outerPlaces: number[];
  places: number[];
  values: (string | null)[];
  keys: (string | null)[];
  names: (string | null)[];
  ms: number[];
  timers: number[];
  siblings: number[];
};

/** Tracked time, in groups of one or two levels. */
export async function findGroups(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  grouping: Grouping,
): Promise<LevelRow[]> {
  const rows = await tx.$queryRaw<GroupColumns[]>`
    with ${reportParts(filter)} ${dailySums(filter)}, ${groupsOf(filter, grouping)}
    select coalesce(json_agg(n.outer_place), '[]') as "outerPlaces", coalesce(json_agg(n.place), '[]') as places,
           coalesce(json_agg(n.value), '[]') as values, coalesce(json_agg(n.key), '[]') as keys,
           coalesce(json_agg(n.name), '[]') as names, coalesce(json_agg(n.ms), '[]') as ms,
           coalesce(json_agg(n.timers), '[]') as timers, coalesce(json_agg(n.siblings), '[]') as siblings
    from (select * from named order by outer_place, place) as n`;
  return levelRowsOf(rows[0] as GroupColumns);
}

/** A group of the first level comes before those within it. */
function levelRowsOf({ outerPlaces, places, values, keys, names, ms, timers, siblings }: GroupColumns): LevelRow[] {
  const outer: (string | null)[] = [];
  return outerPlaces.map((outerPlace, n) => {
    const isInner = places[n] !== 0;
    const value = values[n] as string | null;
    if (!isInner) outer[outerPlace] = value;
    const [key, name] = [keys[n] as string | null, names[n] as string | null];
    const figures = { trackedMs: ms[n] as number, timers: timers[n] as number, siblings: siblings[n] as number };
    return { parent: isInner ? (outer[outerPlace] as string | null) : null, isInner, value, key, name, ...figures };
  });
}

/** Tracked time in total, by type and by hour. */
export async function findSums(tx: Pick<Tx, '$queryRaw'>, filter: ReportFilter): Promise<ReportSums> {
  const rows = await tx.$queryRaw<ReportSums[]>`
    with ${reportParts(filter)} ${dailySums(filter)}, ${daysOf(filter)}, member_days as (
      select distinct p.user_id, p.day from ${sumsOf(filter, ['user_id', 'day'])}
    )
    select (${totalsOf(Prisma.sql`days`, Prisma.sql`member_days`)}) as totals,
           coalesce((${byTypeOf(filter)}), '[]') as "byType", coalesce((${HOURS}), '[]') as hours,
           (${addedByHand(filter)}) as "addedByHand"`;
  return rows[0] as ReportSums;
}

/** Only the totals, as for the period before. */
export async function findTotals(tx: Pick<Tx, '$queryRaw'>, filter: ReportFilter): Promise<ReportTotals> {
  const rows = await tx.$queryRaw<{ totals: ReportTotals }[]>`
    with ${reportParts(filter)} ${dailySums(filter)}, member_days as materialized (
      select p.user_id, p.day, ${SUMS} from ${sumsOf(filter, ['user_id', 'day', ...SUMMED])} group by p.user_id, p.day
    )
    select (${totalsOf(Prisma.sql`member_days`, Prisma.sql`member_days`)}) as totals`;
  return (rows[0] as { totals: ReportTotals }).totals;
}

/** Hours of rows `p`. */
const HOUR_SUMS = Prisma.join(
  HOURS_OF_DAY.map((hour) => Prisma.sql`sum(p.${hourColumn(hour)}) as ${hourColumn(hour)}`),
);
const SUMMED: SumColumn[] = ['tracked_ms', 'timers', 'spans'];
const SUMS = Prisma.sql`sum(p.tracked_ms) as tracked_ms, sum(p.timers) as timers, sum(p.spans) as spans`;

/**
 * `days`: time on each day, by type and by hour. Totals, types and hours are summed from these few rows: each pass over
 * a team's year costs more than all these sums.
 */
function daysOf(filter: ReportFilter): Prisma.Sql {
  return Prisma.sql`
    days as materialized (
      select p.day, p.type, ${SUMS}, max(p.longest_ms) as longest_ms, ${HOUR_SUMS}
      from ${sumsOf(filter, ['day', 'type', ...SUMMED, 'longest_ms', ...HOUR_COLUMNS])} group by p.day, p.type
    )`;
}

/** From rows that add up to all time, and the days on which each member has some. */
function totalsOf(sums: Prisma.Sql, memberDays: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select json_build_object(
      'trackedMs', s.tracked_ms, 'timers', s.timers, 'spans', s.spans, 'people', m.people, 'workingDays', m.days,
      'targetMs', m.target_ms)
    from (
      select coalesce(sum(tracked_ms), 0) as tracked_ms, coalesce(sum(timers), 0) as timers, coalesce(sum(spans), 0) as spans
      from ${sums}
    ) as s, (
      select count(*) as people, coalesce(sum(d.days), 0) as days,
             round(sum(u.day_target_seconds * d.days) * 1000.0
                   / sum(d.days) filter (where u.day_target_seconds is not null)) as target_ms
      from (select user_id, count(*) as days from ${memberDays} group by user_id) as d join users u on u.id = d.user_id
    ) as m`;
}

/** A timer with time on several days has the sum of these days as its length. */
function byTypeOf(filter: ReportFilter): Prisma.Sql {
  return Prisma.sql`
    select json_agg(json_build_object('type', s.type, 'timers', s.timers, 'trackedMs', s.tracked_ms,
                                      'longestMs', greatest(s.longest_ms, l.longest_ms))
                    order by s.timers desc, s.tracked_ms desc)
    from (
      select p.type, sum(p.timers) as timers, sum(p.tracked_ms) as tracked_ms, max(p.longest_ms) as longest_ms
      from days p group by p.type
    ) as s left join (
      select long.type, max(long.tracked_ms) as longest_ms from (
        select p.type, sum(p.tracked_ms) as tracked_ms from ${partsOf(filter, ['type', 'timer_id', 'tracked_ms', 'is_whole'])}
        where not p.is_whole group by p.type, p.timer_id
      ) as long group by long.type
    ) as l using (type)`;
}

/** Each hour's column is summed by day of the week first. */
const HOURS = Prisma.sql`
  select json_agg(json_build_object('weekday', w.weekday, 'hour', h.hour, 'trackedMs', h.ms))
  from (
    select ${DAYS_SINCE_MONDAY} + 1 as weekday, ${HOUR_SUMS}
    from days p group by 1
  ) as w, lateral (
    values ${Prisma.join(HOURS_OF_DAY.map((hour) => Prisma.sql`(${Prisma.raw(String(hour))}, w.${hourColumn(hour)})`))}
  ) as h(hour, ms)
  where h.ms is not null`;

function addedByHand(filter: ReportFilter): Prisma.Sql {
  return Prisma.sql`
    select json_build_object('timers', count(distinct p.timer_id), 'ms', coalesce(sum(p.entered_ms), 0))
    from ${partsOf(filter, ['timer_id', 'entered_ms'])} where p.entered_ms is not null`;
}

/**
 * The time grouped by these levels, as rows `p`, and how many timers of those rows meet a condition. Uses sums if they
 * have the same columns.
 */
function rowsBy(filter: ReportFilter, by: readonly ReportGrouping[], levels: readonly Level[]) {
  const summed = levels.flatMap(({ sumColumn }) => sumColumn ?? []);
  if (summed.length === levels.length) {
    return {
      rows: sumsOf(filter, [...summed, 'tracked_ms', 'with_time', 'previous_day']),
      timers: (counts: Prisma.Sql) => Prisma.sql`coalesce(sum(p.with_time) filter (where ${counts}), 0)`,
    };
  }
  const columns = levels.map(({ column }) => column);
  return {
    rows: Prisma.sql`${partsOf(filter, [...columns, 'tracked_ms', 'previous_day'])} ${tagsOf(by)}`,
    timers: (counts: Prisma.Sql) => Prisma.sql`count(*) filter (where ${counts})`,
  };
}

/** `named`: groups of the first level, and of the second within the listed ones, each with its position. */
function groupsOf(filter: ReportFilter, { levels, limit, weekStart }: Grouping): Prisma.Sql {
  const [outerBy, innerBy] = levels as [ReportGrouping, ReportGrouping?];
  const outer = levelOf(outerBy, filter.period, weekStart);
  const one = rowsBy(filter, [outerBy], [outer]);
  const oneLevel = Prisma.sql`
    select ${outer.value} as id, sum(p.tracked_ms) as ms, ${one.timers(outer.counts)} as timers
    from ${one.rows} group by 1`;
  const outers = (groups: Prisma.Sql) => Prisma.sql`
    outers as (
      select g.*, ${outer.text(Prisma.sql`g.id`)} as value, row_number() over (order by ${orderOf(outer)}) as place,
             count(*) over () as siblings
      from (${groups}) as g
    ), listed as (
      select value, ms, timers, siblings, place as outer_place, 0 as place
      from outers where place <= ${limit}
    )`;
  if (!innerBy) return Prisma.sql`${outers(oneLevel)}, named as (${namesOf(outerBy, Prisma.sql`listed`)})`;
  const inner = levelOf(innerBy, filter.period, weekStart);
  // For two periods, the shorter one counts a timer again in each; and a timer may have several tags.
  const addsUp = !outer.isInOrder && !inner.isInOrder && !levels.includes('tag');
  const summed = Prisma.sql`select outer_id as id, sum(ms) as ms, sum(timers) as timers from grouped group by 1`;
  const both = rowsBy(filter, levels, [outer, inner]);
  // Ranked before they are joined, since far fewer are listed. Arrays of null are equal, and can be hashed.
  return Prisma.sql`
    grouped as materialized (
      select ${outer.value} as outer_id, ${inner.value} as id, sum(p.tracked_ms) as ms,
             ${both.timers(Prisma.sql`(${outer.counts} or ${inner.counts})`)} as timers
      from ${both.rows} group by 1, 2
    ), ${outers(addsUp ? summed : oneLevel)}, ranked as (
      select g.*, row_number() over (partition by g.outer_id order by ${orderOf(inner)}) as place from grouped g
    ), within as (
      select outer_id, count(*) as siblings from grouped group by outer_id
    ), inners as (
      select ${inner.text(Prisma.sql`g.id`)} as value, g.ms, g.timers, w.siblings, o.place as outer_place, g.place
      from outers o join within w on array[w.outer_id] = array[o.id] join ranked g on array[g.outer_id] = array[o.id]
      where o.place <= ${limit} and g.place <= ${limit}
    ), named as (
      ${namesOf(outerBy, Prisma.sql`listed`)}
      union all ${namesOf(innerBy, Prisma.sql`inners`)}
    )`;
}

/** The order of groups `g`: periods chronologically, all others by time. */
function orderOf({ isInOrder }: Pick<Level, 'isInOrder'>): Prisma.Sql {
  return isInOrder ? Prisma.sql`g.id` : Prisma.sql`g.ms desc, g.id`;
}

function namesOf(by: ReportGrouping, groups: Prisma.Sql): Prisma.Sql {
  const labels = labelsOf(by, Prisma.sql`r.value`);
  return Prisma.sql`
    select r.value, ${labels.key} as key, ${labels.name} as name, r.ms, r.timers, r.siblings, r.outer_place, r.place
    from ${groups} as r ${labels.join}`;
}
