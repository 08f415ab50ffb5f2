import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { isFirstPart, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
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
type Asked = Pick<TicketReportQuery, 'sort' | 'limit'> & { totalOf: string | null };

const ORDERS: Record<TicketReportSort, Prisma.Sql> = {
  over: Prisma.sql`r."overMs" desc nulls last, r."trackedMs" desc, r.key`,
  tracked: Prisma.sql`r."trackedMs" desc, r.key`,
  key: Prisma.sql`upper(regexp_replace(r.key, '\\d+$', '')), lpad(coalesce(substring(r.key from '\\d+$'), ''), 64, '0'), r.key`,
};

/**
 * Tickets with time in the period beside their estimates. What was ever tracked on a ticket is summed for those with an
 * estimate, which the totals compare, and for those that are listed: by the index on the ticket, without the others' spans.
 */
export async function findTicketFigures(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { sort, limit, totalOf }: Asked,
): Promise<TicketFigures> {
  const order = ORDERS[sort];
  const rows = await tx.$queryRaw<TicketFigures[]>`
    with ${reportParts(filter)}, tracked as materialized (
      select p.ticket_id, sum(p.tracked_ms) as ms, count(*) filter (where ${isFirstPart(filter.period)}) as timers
      from parts p group by p.ticket_id
    ), estimated as materialized (
      select k.id, ${totalMs(Prisma.sql`k.id`, filter, totalOf)} as total_ms
      from tracked w join tickets k on k.id = w.ticket_id where k.estimate_seconds is not null
    ), r as (
      select k.id, k.key, k.title, k.project_id, k.estimate_seconds * 1000 as "estimateMs", w.ms as "trackedMs", w.timers,
             e.total_ms, e.total_ms - k.estimate_seconds * 1000 as "overMs"
      from tracked w join tickets k on k.id = w.ticket_id left join estimated e on e.id = k.id
    ), listed as (
      select r.*, row_number() over (order by ${order}) as place from r order by ${order} limit ${limit}
    )
    select json_build_object(
             'tickets', (select count(*) from r), 'trackedMs', (select coalesce(sum(ms), 0) from tracked),
             'withoutTicketMs', (select coalesce(sum(ms), 0) from tracked where ticket_id is null),
             'estimated', (select count(*) from estimated), 'over', (select count(*) from r where "overMs" > 0),
             'overMs', (select coalesce(sum("overMs"), 0) from r where "overMs" > 0)) as totals,
           coalesce((
             select json_agg(json_build_object(
               'id', l.id, 'key', l.key, 'title', l.title, 'estimateMs', l."estimateMs", 'trackedMs', l."trackedMs",
               'timers', l.timers, 'overMs', l."overMs",
               'project', case when j.id is not null then json_build_object('id', j.id, 'name', j.name) end,
               'totalMs', coalesce(l.total_ms, ${totalMs(Prisma.sql`l.id`, filter, totalOf)})) order by l.place)
             from listed l left join projects j on j.id = l.project_id), '[]') as rows`;
  return rows[0] as TicketFigures;
}

/** All time of a ticket, whole milliseconds. */
function totalMs(ticketId: Prisma.Sql, { workspaceId, now }: ReportFilter, totalOf: string | null): Prisma.Sql {
  const own = totalOf === null ? Prisma.empty : Prisma.sql`and t.user_id = ${totalOf}::uuid`;
  return Prisma.sql`(
    select coalesce(round(sum(date_part('epoch', ${spanEnd(now)} - s.started_at)) * 1000), 0)::bigint
    from timers t join timer_spans s on s.timer_id = t.id
    where t.ticket_id = ${ticketId} and t.workspace_id = ${workspaceId}::uuid and t.status <> 'discarded' ${own})`;
}
