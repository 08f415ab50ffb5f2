import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import { labelsOf, levelOf, tagsOf } from '#/lib/analytics/reports/grouping-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import type { DayPart } from '#/lib/analytics/reports/report-levels.ts';
import { partsOf, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Part = { value: string | null; key: string | null; name: string | null; trackedMs: number; timers: number };
export type DailyTotal = {
  date: string;
  startsAt: Date;
  endsAt: Date;
  trackedMs: number;
  timers: number;
  parts: Part[];
};

/** ISO 8601, and irrelevant here: days are not grouped into weeks. */
const MONDAY = 1;

/** Each day of the range, oldest first, with its time by part; days begin and end by this rule. */
export async function listDailyTotals(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  by: DayPart,
  { rule, from, to }: { rule: DayRule; from: Date; to: Date },
): Promise<DailyTotal[]> {
  const begins = Prisma.sql`${rule.timeZone}, ${rule.dayStartHour}::int`;
  const { column, value, text } = levelOf(by, filter.period, MONDAY);
  const { join, key, name } = labelsOf(by, Prisma.sql`s.value`);
  return tx.$queryRaw<DailyTotal[]>`
    with ${reportParts(filter)}, split as (
      select g.day, ${text(Prisma.sql`g.value`)} as value, g.ms, g.timers
      from (
        select p.day, ${value} as value, sum(p.tracked_ms) as ms, count(*) as timers
        from ${partsOf(filter, ['day', 'tracked_ms', column])} ${tagsOf([by])} group by 1, 2
      ) as g
    ), split_days as (
      select s.day, json_agg(json_build_object('value', s.value, 'key', ${key}, 'name', ${name}, 'trackedMs', s.ms,
                                               'timers', s.timers) order by s.ms desc, s.value) as parts
      from split s ${join} group by s.day
    ), tracked as (
      select p.day, sum(p.tracked_ms) as ms, count(*) as timers from ${partsOf(filter, ['day', 'tracked_ms'])} group by p.day
    ), wanted as (
      select first + n as day
      from local_day(${from}::timestamptz, ${begins}) as first,
           local_day(${to}::timestamptz - interval '1 microsecond', ${begins}) as last,
           generate_series(0, last - first) as n
      union select day from tracked
    )
    select to_char(w.day, 'YYYY-MM-DD') as date, start_of_day(w.day, ${begins}) as "startsAt",
           start_of_day(w.day + 1, ${begins}) as "endsAt", coalesce(k.ms, 0)::float8 as "trackedMs",
           coalesce(k.timers, 0)::int as timers, coalesce(s.parts, '[]') as parts
    from wanted w left join tracked k using (day) left join split_days s using (day)
    order by w.day`;
}
