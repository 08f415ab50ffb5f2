import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { isFirstPart, partsOf, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
import type { TicketReportQuery, TicketReportSort } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';

export type TicketReportRow = {
  id: string;
  key: string;
  title: string;
  project: { id: string; name: string } | null;
  estimateMs: number | null;
  trackedMs: number;
  timers: number;
  totalMs: number;
  overMs: number | null;
};
export type TicketReportTotals = {
  tickets: number;
  trackedMs: number;
  withoutTicketMs: number;
  estimated: number;
  over: number;
  overMs: number;
};
export type TicketFigures = { totals: TicketReportTotals; rows: TicketReportRow[] };
/** Whose time `totalMs` counts; null: everyone's. */
type Filter = Pick<TicketReportQuery, 'sort' | 'limit'> & { totalOf: string | null };

const ORDERS: Record<TicketReportSort, Prisma.Sql> = {
  over: Prisma.sql`r."overMs" desc nulls last, r."trackedMs" desc, r.key`,
  tracked: Prisma.sql`r."trackedMs" desc, r.key`,
  key: Prisma.sql`upper(regexp_replace(r.key, '\\d+$', '')), lpad(coalesce(substring(r.key from '\\d+$'), ''), 64, '0'), r.key`,
};

/**
 * Tickets with time in the period beside their estimates. What was ever tracked on a ticket is summed for those with an
 * estimate, which the totals compare, and for those that are listed: by daily totals, and by how far spans of `live` timers
 * differ from these. These few are looked up one by one: joined, all timers of a member would be read for them.
 */
export async function findTicketFigures(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { sort, limit, totalOf }: Filter,
): Promise<TicketFigures> {
  const { now } = filter;
  const order = ORDERS[sort];
  const own = (row: Prisma.Sql) =>
    totalOf === null ? Prisma.empty : Prisma.sql`and ${row}.user_id = ${totalOf}::uuid`;
  const storedMs = (ticketId: Prisma.Sql) => Prisma.sql`coalesce((
    select sum(d.tracked_ms)::bigint from daily_totals d where d.ticket_id = ${ticketId} ${own(Prisma.sql`d`)}), 0)`;
  const rows = await tx.$queryRaw<TicketFigures[]>`
    with ${reportParts(filter)}, tracked as materialized (
      select p.ticket_id, sum(p.tracked_ms) as ms, count(*) filter (where ${isFirstPart(filter.period)}) as timers
      from ${partsOf(filter, ['ticket_id', 'tracked_ms', 'previous_day'])} group by p.ticket_id
    ), all_tracked as (
      select coalesce(sum(ms), 0) as ms, coalesce(sum(ms) filter (where ticket_id is null), 0) as without_ticket_ms from tracked
    ), since as materialized (
      select ticket_id, sum(ms)::bigint as ms
      from (
        select t.ticket_id, round(sum(date_part('epoch', ${spanEnd(now)} - s.started_at)) * 1000) as ms
        from live cross join lateral (select * from timers one where one.id = live.timer_id offset 0) t
             join timer_spans s on s.timer_id = t.id
        where t.ticket_id is not null and t.status <> 'discarded' ${own(Prisma.sql`t`)} group by t.ticket_id
        union all
        select d.ticket_id, -d.tracked_ms
        from live cross join lateral (select * from daily_totals one where one.timer_id = live.timer_id offset 0) d
        where d.ticket_id is not null ${own(Prisma.sql`d`)}
      ) change group by ticket_id
    ), found as materialized (
      select k.*, w.ms, w.timers, n.ms as since_ms,
             case when k.estimate_seconds is not null then ${storedMs(Prisma.sql`k.id`)} + coalesce(n.ms, 0) end as total_ms
      from (
             select t.id, t.key, t.title, t.project_id, t.estimate_seconds from tickets t
             where t.id = any(array(select ticket_id from tracked)) offset 0) k
           join tracked w on w.ticket_id = k.id left join since n on n.ticket_id = k.id
    ), r as (
      select id, key, title, project_id, estimate_seconds * 1000 as "estimateMs", ms as "trackedMs", timers, since_ms, total_ms,
             total_ms - estimate_seconds * 1000 as "overMs"
      from found
    ), listed as (
      select r.*, row_number() over (order by ${order}) as place from (select r.* from r order by ${order} limit ${limit}) as r
    )
    select (select json_build_object(
              'tickets', count(*), 'estimated', count("estimateMs"), 'over', count(*) filter (where "overMs" > 0),
              'overMs', coalesce(sum("overMs") filter (where "overMs" > 0), 0), 'trackedMs', (select ms from all_tracked),
              'withoutTicketMs', (select without_ticket_ms from all_tracked)) from r) as totals,
           coalesce((
             select json_agg(json_build_object(
               'id', l.id, 'key', l.key, 'title', l.title, 'estimateMs', l."estimateMs", 'trackedMs', l."trackedMs",
               'timers', l.timers, 'overMs', l."overMs",
               'project', case when j.id is not null then json_build_object('id', j.id, 'name', j.name) end,
               'totalMs', coalesce(l.total_ms, ${storedMs(Prisma.sql`l.id`)} + coalesce(l.since_ms, 0))) order by l.place)
             from listed l left join projects j on j.id = l.project_id), '[]') as rows`;
  return rows[0] as TicketFigures;
}
