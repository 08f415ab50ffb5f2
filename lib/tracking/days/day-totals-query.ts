import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import {
  FAR_FUTURE,
  FAR_PAST,
  ownSpanCondition,
  spanEnd,
  type TimerFilter,
  timersMatching,
} from '#/lib/tracking/timers/timer-filter.ts';

/** Time on one of a person's days; `startsAt` and `endsAt` are 23 or 25 hours apart when clocks change. */
export type DayTotal = { date: string; startsAt: Date; endsAt: Date; elapsedMs: number; timers: number };

/** Only the spans are filtered by the range; their timers need not be. */
const ANY_TIME = { from: null, to: null };

/**
 * Time per day: spans are cut where days begin, by the zone's rules in force on each day, and at the ends of the range.
 * Running spans count up to now. Newest day first; every day of a range with both ends.
 */
export async function listDayTotals(
  tx: Pick<Tx, '$queryRaw'>,
  filter: TimerFilter,
  { timeZone, dayStartHour }: DayRule,
): Promise<DayTotal[]> {
  const { from, to } = filter.range;
  const begins = Prisma.sql`${timeZone}, ${dayStartHour}::int`;
  return tx.$queryRaw<DayTotal[]>`
    with pieces as materialized (
      select s.timer_id, greatest(s.started_at, ${from ?? FAR_PAST}) as starts,
             least(${spanEnd(filter.now)}, ${to ?? FAR_FUTURE}) as ends
      from ${timersMatching({ ...filter, range: ANY_TIME })} join timer_spans s on s.timer_id = t.id
      where ${ownSpanCondition(filter)}
    ), tracked as (
      select part.day, p.timer_id, part.ends_at - part.starts_at as length
      from pieces p, split_by_day(p.starts, p.ends, ${begins}) as part
    ), wanted as (
      select first + n as day
      from local_day(${from}::timestamptz, ${begins}) as first,
           local_day(${to}::timestamptz - interval '1 microsecond', ${begins}) as last,
           generate_series(0, last - first) as n
    ), days as (
      select day from tracked union select day from wanted
    )
    select to_char(d.day, 'YYYY-MM-DD') as date, start_of_day(d.day, ${begins}) as "startsAt",
           start_of_day(d.day + 1, ${begins}) as "endsAt",
           (coalesce(sum(extract(epoch from k.length)), 0) * 1000)::float8 as "elapsedMs",
           count(distinct k.timer_id)::int as timers
    from days d left join tracked k using (day)
    group by d.day order by d.day desc`;
}
