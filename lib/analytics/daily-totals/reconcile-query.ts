import { liveTimersAnywhere } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * How many timers have another time in daily totals than their spans have, of those that have not changed since the
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
