import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { dayOnTheWall, startOfDay } from '#/lib/tracking/timers/start-of-day.ts';
import {
  FAR_FUTURE,
  FAR_PAST,
  spanCondition,
  spanEnd,
  type TimerFilter,
  timerCondition,
} from '#/lib/tracking/timers/timer-filter.ts';

/** Time on one of somebody's days; `startsAt` and `endsAt` are 23 or 25 hours apart when clocks change. */
export type DayTotal = { date: string; startsAt: Date; endsAt: Date; elapsedMs: number; timers: number };

/** The spans are held against the range one by one; their timers need not be. */
const ANY_TIME = { from: null, to: null };

/**
 * How much time fell on each day: spans are cut where days begin, by the zone's rules that held at each of them, and at
 * the ends of the range. Running spans count up to now. Newest day first; every day of a range with both ends.
 */
export async function listDayTotals(
  tx: Pick<Tx, '$queryRaw'>,
  filter: TimerFilter,
  rule: DayRule,
): Promise<DayTotal[]> {
  const { from, to } = filter.range;
  const everyDay = Boolean(from && to);
  // Three hours more on both sides: where clocks change near their beginning, wall times can name the day beside.
  const [earlier, later] = [Prisma.sql`- interval '3 hours'`, Prisma.sql`+ interval '3 hours'`];
  const first = Prisma.sql`${from ?? filter.now}::timestamptz`;
  const last = Prisma.sql`${to ?? filter.now}::timestamptz`;
  return tx.$queryRaw<DayTotal[]>`
    with pieces as (
      select s.timer_id, greatest(s.started_at, ${from ?? FAR_PAST}) as starts,
             least(${spanEnd(filter.now)}, ${to ?? FAR_FUTURE}) as ends
      from timers t join timer_spans s on s.timer_id = t.id
      where ${timerCondition({ ...filter, range: ANY_TIME })} and ${spanCondition(filter)}
    ), touched as (
      select p.*, day::date as day
      from pieces p, generate_series(
        ${dayOnTheWall(Prisma.sql`p.starts ${earlier}`, rule)}, ${dayOnTheWall(Prisma.sql`p.ends ${later}`, rule)},
        interval '1 day') as day
      where p.ends > p.starts
    ), wanted as (
      select day::date as day from generate_series(
        ${dayOnTheWall(Prisma.sql`${first} ${earlier}`, rule)}, ${dayOnTheWall(Prisma.sql`${last} ${later}`, rule)},
        interval '1 day') as day
      where ${everyDay}
    ), days as (
      select day, ${startOfDay(Prisma.sql`day`, rule)} as starts_at,
             ${startOfDay(Prisma.sql`day + 1`, rule)} as ends_at
      from (select day from touched union select day from wanted) as every
    ), tracked as (
      select day, timer_id, least(ends, ends_at) - greatest(starts, starts_at) as length
      from touched join days using (day)
      where least(ends, ends_at) > greatest(starts, starts_at)
    )
    select to_char(d.day, 'YYYY-MM-DD') as date, d.starts_at as "startsAt", d.ends_at as "endsAt",
           (coalesce(sum(extract(epoch from k.length)), 0) * 1000)::float8 as "elapsedMs",
           count(distinct k.timer_id)::int as timers
    from days d left join tracked k using (day)
    where k.day is not null or (${everyDay} and d.starts_at < ${last} and d.ends_at > ${first})
    group by d.day, d.starts_at, d.ends_at order by d.day desc`;
}
