import type { DaysPeriod, Period, ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import {
  type HourColumn,
  inDays,
  isFirstPart,
  type PartColumn,
  partsOf,
} from '#/lib/analytics/reports/report-parts-query.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { staleDays, storedSums } from '#/lib/tracking/days/stored-sums-query.ts';

/**
 * The columns of `daily_sums` that a query may use. `longest_ms` is of a timer's time on that day; `timers` counts each
 * once in the period, `with_time` on each day with time. `previous_day` is a timer's own, and null for sums.
 */
export type SumColumn =
  | ('user_id' | 'day' | 'type' | 'tracked_ms' | 'timers' | 'with_time' | 'previous_day' | 'spans' | 'longest_ms')
  | HourColumn;

/** SQL for `with`, after `reportParts`, for use by `sumsOf`. */
export function dailySums(filter: ReportFilter): Prisma.Sql {
  const { period } = filter;
  if (!isSummed(filter, period)) return Prisma.empty;
  return Prisma.sql`, ${staleDays(inDays(filter, period))}`;
}

/**
 * SQL for `from`: rows `p` with these columns whose total is the time that a filter matches, each for a member, a day
 * and a type. Uses sums where possible.
 */
export function sumsOf(filter: ReportFilter, asked: readonly SumColumn[]): Prisma.Sql {
  const { period } = filter;
  const columns = [...new Set(asked)];
  const inParts = Prisma.join(columns.map((column) => Prisma.sql`${ofPart(column, period)} as ${Prisma.raw(column)}`));
  const needed = [...new Set(columns.flatMap((column) => NEEDED[column] ?? [column as PartColumn]))];
  if (!isSummed(filter, period)) return Prisma.sql`(select ${inParts} from ${partsOf(filter, needed)}) p`;
  const stored = storedSums({
    workspaceId: filter.workspaceId,
    condition: inDays(filter, period),
    ofSums: Prisma.raw(columns.map((column) => SUM_COLUMNS[column] ?? column).join(', ')),
    ofTimers: inParts,
    columns: needed,
    also: Prisma.sql`select ${Prisma.raw(needed.join(', '))} from recounted`,
  });
  return Prisma.sql`(${stored}) p`;
}

/** Sums can't be filtered by anything else. */
function isSummed({ projects, tickets, tags }: ReportFilter, period: Period): period is DaysPeriod {
  return period.kind === 'days' && !projects && !tickets && !tags;
}

/** Sums only include timers whose time is all on this day. */
const SUM_COLUMNS: Partial<Record<SumColumn, string>> = {
  with_time: 'timers as with_time',
  previous_day: 'null::date as previous_day',
};

const NEEDED: Partial<Record<SumColumn, PartColumn[]>> = {
  timers: ['previous_day'],
  with_time: [],
  spans: ['previous_day', 'spans', 'spans_begun'],
  longest_ms: ['tracked_ms'],
};

/** A column of sums, from a row of `parts p`. A timer counts once in the period. */
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
