import type { Tx } from '#/lib/db/client.ts';
import { liveTimersAnywhere } from '#/lib/tracking/days/live-timers-query.ts';
import { ADJUSTED, IS_ADJUSTED, IS_SUMMED, SUMMED } from '#/lib/tracking/days/summed-query.ts';

/**
 * How many timers have another time in daily totals than in their spans, among those that have not changed since the
 * last refresh: there should be none. Independent of the view's own statement: it counts whole spans, without any days.
 */
export async function countMismatches(tx: Pick<Tx, '$queryRaw'>): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`
    with ${liveTimersAnywhere()}, stored as (
      select timer_id, sum(tracked_ms) as ms from daily_totals group by timer_id
    ), spent as (
      select s.timer_id, sum(extract(epoch from s.ended_at - s.started_at)) * 1000 as ms
      from timer_spans s join timers t on t.id = s.timer_id
      where t.status not in ('running', 'discarded') group by s.timer_id
    )
    select count(*)::int as count
    from stored full join spent using (timer_id)
    where coalesce(stored.ms, 0) <> coalesce(spent.ms, 0)
      and not exists (select from live where live.timer_id = coalesce(stored.timer_id, spent.timer_id))`;
  return rows[0]?.count ?? 0;
}

/**
 * How many of the sums that reports read differ from daily totals: there should be none. Sums left behind by a worker
 * of a version without them are not read.
 */
export async function countWrongSums(tx: Pick<Tx, '$queryRaw'>): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`
    with ${SUMMED}, of_days as (
      select workspace_id, user_id, day, type, sum(tracked_ms) as ms, count(*) as timers
      from daily_totals where is_whole group by workspace_id, user_id, day, type
    ), of_tickets as (
      select ticket_id, sum(tracked_ms) as ms from daily_totals where ticket_id is not null group by ticket_id
    )
    select (select count(*)::int from of_days d full join daily_sums s using (workspace_id, user_id, day, type)
            where d.ms is distinct from s.tracked_ms or d.timers is distinct from s.timers)
           + (select count(*)::int from of_tickets d full join ticket_totals s using (ticket_id)
              where d.ms is distinct from s.tracked_ms) as count
    where ${IS_SUMMED}`;
  return rows[0]?.count ?? 0;
}

/**
 * How many timers have other adjustments in their view than in their answers and corrections, among those that have not
 * changed since the last refresh: there should be none. A view left behind by a worker of a previous version is not
 * read. Counted by the function that the view is built on: this finds an outdated view, not a wrong function.
 */
export async function countWrongAdjustments(tx: Pick<Tx, '$queryRaw'>): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`
    with ${liveTimersAnywhere()}, ${ADJUSTED}, touched as (
      select timer_id from timer_questions where trimmed_ms is not null union select timer_id from correction_items
    ), counted as (
      select timer_id, a.trimmed_ms, a.corrected_ms from touched, timer_adjustments(timer_id) as a
    )
    select count(*)::int as count from counted c full join adjusted_timers s using (timer_id)
    where ${IS_ADJUSTED} and (c.trimmed_ms is distinct from s.trimmed_ms or c.corrected_ms is distinct from s.corrected_ms)
      and not exists (select from live where live.timer_id = coalesce(c.timer_id, s.timer_id))`;
  return rows[0]?.count ?? 0;
}
