import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { partsOf, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Days in a row, without days off; the days are null when there is none. */
type Run = { days: number; from: string | null; to: string | null };
export type Streaks = { todayMs: number; weekMs: number; current: Run; longest: Run };
type Filter = { since: string; today: string; weekFrom: string; workingDays: readonly number[] };

/**
 * Days in a row with tracked time of one member. A working day without time ends a run, unless it is today; a day off without
 * time does not, and a day off with time belongs to it.
 */
export async function findStreaks(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { since, today, weekFrom, workingDays }: Filter,
): Promise<Streaks> {
  const rows = await tx.$queryRaw<Streaks[]>`
    with ${reportParts(filter)}, tracked as (
      select p.day, sum(p.tracked_ms) as ms from ${partsOf(filter, ['day', 'tracked_ms'])} group by p.day having sum(p.tracked_ms) > 0
    ), days as (
      select ${since}::date + n as day, k.ms,
             -- This many runs have ended before this day.
             count(*) filter (where k.ms is null and ${since}::date + n < ${today}::date
                                and extract(isodow from ${since}::date + n) = any(${[...workingDays]}::int[]))
               over (order by n) as run
      from generate_series(0, ${today}::date - ${since}::date) as n left join tracked k on k.day = ${since}::date + n
    ), runs as (
      select run, json_build_object('days', count(ms), 'from', to_char(min(day) filter (where ms > 0), 'YYYY-MM-DD'),
                                    'to', to_char(max(day) filter (where ms > 0), 'YYYY-MM-DD')) as figures, count(ms) as length
      from days group by run
    )
    select (select coalesce(sum(ms), 0)::float8 from days where day = ${today}::date) as "todayMs",
           (select coalesce(sum(ms), 0)::float8 from days where day >= ${weekFrom}::date) as "weekMs",
           (select figures from runs order by run desc limit 1) as current,
           (select figures from runs order by length desc, run desc limit 1) as longest`;
  return rows[0] as Streaks;
}
