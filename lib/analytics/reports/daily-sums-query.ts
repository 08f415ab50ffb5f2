import type { DaysPeriod, Period, ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import {
  type HourColumn,
  isFirstPart,
  type PartColumn,
  partsOf,
  storedCondition,
  storedOfDays,
  subjectCondition,
} from '#/lib/analytics/reports/report-parts-query.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { IS_SUMMED, SUMMED } from '#/lib/tracking/days/summed-query.ts';

/**
 * What a question may ask of sums: the columns of `daily_sums`. `longest_ms` is of a timer's time on that day; `timers` counts
 * each once in the period, `with_time` on each day with time. `previous_day` is a timer's own, and null for sums.
 */
export type SumColumn =
  | ('user_id' | 'day' | 'type' | 'tracked_ms' | 'timers' | 'with_time' | 'previous_day' | 'spans' | 'longest_ms')
  | HourColumn;

/**
 * SQL for `with`, after `reportParts`, which `sumsOf` reads from. Days of a member on which a timer has changed are `stale`:
 * no sum of theirs is read, since the longest timer can't be taken out of one.
 */
export function dailySums(filter: ReportFilter): Prisma.Sql {
  const { period } = filter;
  if (!isSummed(filter, period)) return Prisma.empty;
  return Prisma.sql`, ${SUMMED}, stale as materialized (
    select distinct d.user_id, d.day
    from live cross join lateral (select * from daily_totals one where one.timer_id = live.timer_id offset 0) d
    where ${subjectCondition(filter, Prisma.sql`d`)} and d.day between ${period.from}::date and ${period.to}::date
  )`;
}

/**
 * SQL for `from`: rows `p` with these columns that add up to the time that a filter finds, each of a member, a day and a type.
 * Sums where there are some, which are less than half as many rows as those of the timers by themselves (docs/decisions/0050).
 */
export function sumsOf(filter: ReportFilter, asked: readonly SumColumn[]): Prisma.Sql {
  const { period } = filter;
  const columns = [...new Set(asked)];
  const inParts = Prisma.join(columns.map((column) => Prisma.sql`${ofPart(column, period)} as ${Prisma.raw(column)}`));
  const needed = columns.flatMap((column) => NEEDED[column] ?? [column as PartColumn]);
  if (!isSummed(filter, period)) return Prisma.sql`(select ${inParts} from ${partsOf(filter, needed)}) p`;
  return Prisma.sql`(
    select ${Prisma.raw(columns.map((column) => OF_SUMS[column] ?? column).join(', '))} from daily_sums d
    where ${subjectCondition(filter, Prisma.sql`d`)} and d.day between ${period.from}::date and ${period.to}::date
      and ${IS_SUMMED} and not exists (select from stale where stale.user_id = d.user_id and stale.day = d.day)
    union all select ${inParts} from ${restOf(filter, period, needed)}) p`;
}

/** Whatever else a report is narrowed to, sums don't tell. */
function isSummed({ projects, tickets, tags }: ReportFilter, period: Period): period is DaysPeriod {
  return period.kind === 'days' && !projects && !tickets && !tags;
}

/** What of `parts` is in no sum that is read: timers with time on several days, stale days, and what is not in totals at all. */
function restOf(filter: ReportFilter, period: DaysPeriod, columns: readonly PartColumn[]): Prisma.Sql {
  const asked = Prisma.raw([...new Set(columns)].join(', '));
  const stored = storedCondition(filter, period);
  return Prisma.sql`(
    select ${asked} from daily_totals d where ${stored} and not d.is_whole and ${IS_SUMMED}
    union all
    select ${Prisma.raw([...new Set(columns)].map((column) => `d.${column}`).join(', '))}
    from ${storedOfDays(filter, Prisma.sql`stale`)}
    where ${stored} and d.is_whole and ${IS_SUMMED}
    union all select ${asked} from daily_totals d where ${stored} and not ${IS_SUMMED}
    union all select ${asked} from recounted) p`;
}

/** Sums are of timers that have time on this day alone. */
const OF_SUMS: Partial<Record<SumColumn, string>> = {
  with_time: 'timers as with_time',
  previous_day: 'null::date as previous_day',
};

const NEEDED: Partial<Record<SumColumn, PartColumn[]>> = {
  timers: ['previous_day'],
  with_time: [],
  spans: ['previous_day', 'spans', 'spans_begun'],
  longest_ms: ['tracked_ms'],
};

/** A column of sums, from a row of `parts p`. A timer is counted once in the period. */
function ofPart(column: SumColumn, period: Period): Prisma.Sql {
  const first = isFirstPart(period);
  switch (column) {
    case 'timers':
      return Prisma.sql`(case when ${first} then 1 else 0 end)`;
    case 'with_time':
      return Prisma.sql`1`;
    case 'spans':
      return Prisma.sql`(case when ${first} then p.spans else p.spans_begun end)`;
    case 'longest_ms':
      return Prisma.sql`p.tracked_ms`;
    default:
      return Prisma.raw(`p.${column}`);
  }
}
