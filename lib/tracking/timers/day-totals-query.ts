import type { Tx } from '#/lib/db/client.ts';
import { FAR_FUTURE, FAR_PAST, type TimerFilter, timerCondition } from '#/lib/tracking/timers/timer-filter.ts';

/** Time on one calendar day of a zone; `startsAt` and `endsAt` are 23 or 25 hours apart when clocks change. */
export type DayTotal = { date: string; startsAt: Date; endsAt: Date; elapsedMs: number; timers: number };

/**
 * How much time fell on each day: spans are cut at the zone's midnights, by the rules that held at each of them, and at
 * the ends of the range. Running spans count up to `now`. Newest day first; every day of a range with both ends.
 */
export async function listDayTotals(
  tx: Pick<Tx, '$queryRaw'>,
  filter: TimerFilter,
  timeZone: string,
  now: Date,
): Promise<DayTotal[]> {
  const { from, to } = filter.range;
  const everyDay = Boolean(from && to);
  return tx.$queryRaw<DayTotal[]>`
    with pieces as (
      select s.timer_id, greatest(s.started_at, ${from ?? FAR_PAST}) as starts,
             least(coalesce(s.ended_at, greatest(${now}, s.started_at)), ${to ?? FAR_FUTURE}) as ends
      from timers t join timer_spans s on s.timer_id = t.id
      where ${timerCondition(filter)}
        and s.started_at < ${to ?? FAR_FUTURE} and coalesce(s.ended_at, 'infinity') >= ${from ?? FAR_PAST}
    ), tracked as (
      select day::date as day, p.timer_id,
             least(p.ends, (day + interval '1 day') at time zone ${timeZone})
               - greatest(p.starts, day at time zone ${timeZone}) as length
      from pieces p, generate_series(
        date_trunc('day', p.starts at time zone ${timeZone}),
        date_trunc('day', p.ends at time zone ${timeZone}), interval '1 day') as day
      where p.ends >= p.starts
    ), wanted as (
      select day::date as day from generate_series(
        date_trunc('day', ${from ?? now}::timestamptz at time zone ${timeZone}),
        date_trunc('day', (${to ?? now}::timestamptz - interval '1 millisecond') at time zone ${timeZone}),
        interval '1 day') as day
      where ${everyDay}
      union
      select day from tracked where length > interval '0'
    )
    select to_char(w.day, 'YYYY-MM-DD') as date,
           w.day::timestamp at time zone ${timeZone} as "startsAt",
           (w.day + 1)::timestamp at time zone ${timeZone} as "endsAt",
           (coalesce(sum(extract(epoch from k.length)) filter (where k.length > interval '0'), 0) * 1000)::float8
             as "elapsedMs",
           count(distinct k.timer_id) filter (where k.length > interval '0')::int as timers
    from wanted w left join tracked k on k.day = w.day
    group by w.day order by w.day desc`;
}
