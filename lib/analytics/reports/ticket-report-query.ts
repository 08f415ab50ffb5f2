import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { isFirstPart, partsOf, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
import type { TicketReportQuery, TicketReportSort } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { LIVE_SPANS, LIVE_TOTALS } from '#/lib/tracking/days/live-timers-query.ts';
import { IS_SUMMED, SUMMED } from '#/lib/tracking/days/summed-query.ts';
import { KEY_ORDER } from '#/lib/tracking/tickets/key-order-query.ts';
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
/** The member whose time `totalMs` counts; null: everyone's. */
type Filter = Pick<TicketReportQuery, 'sort' | 'limit'> & { totalOf: string | null };

/** The primary order of `figures f`, before keys; null: only keys. */
const RANKS: Record<TicketReportSort, Prisma.Sql | null> = {
  over: Prisma.sql`f.over_ms desc nulls last, f.ms desc`,
  tracked: Prisma.sql`f.ms desc`,
  key: null,
};
const ORDERS: Record<TicketReportSort, Prisma.Sql> = {
  over: Prisma.sql`${RANKS.over}, t.key`,
  tracked: Prisma.sql`${RANKS.tracked}, t.key`,
  key: Prisma.sql`${KEY_ORDER}, t.key`,
};

/**
 * Tickets with time in the period, with their estimates. All time of a ticket is summed for those with an estimate,
 * which the totals compare, and for those that are listed: from daily totals, plus the difference for spans of `live`
 * timers. Each of both scans an index once with an array of ids, and only tickets that may be listed are read whole: a
 * team works on tens of thousands a year.
 */
export async function findTicketFigures(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { sort, limit, totalOf }: Filter,
): Promise<TicketFigures> {
  const rank = RANKS[sort];
  const foremost = rank ? Prisma.sql`order by ${rank} fetch first (${limit}::int) rows with ties` : Prisma.empty;
  const rows = await tx.$queryRaw<TicketFigures[]>`
    with ${reportParts(filter)}, ${SUMMED}, tracked as materialized (
      select p.ticket_id, sum(p.tracked_ms) as ms, count(*) filter (where ${isFirstPart(filter.period)}) as timers
      from ${partsOf(filter, ['ticket_id', 'tracked_ms', 'previous_day'])} group by p.ticket_id
    ), ${sinceOf(filter.now, totalOf)}, estimated as materialized (
      select t.id, t.estimate_seconds * 1000::bigint as estimate_ms
      from tickets t where t.id = any(array(select ticket_id from tracked)) and t.estimate_seconds is not null
    ), ${figuresOf(totalOf)}, foremost as materialized (
      select f.* from figures f ${foremost}
    ), listed as materialized (
      select l.*, row_number() over () as place
      from (
        select t.id, t.key, t.title, t.project_id, f.* from foremost f
          cross join lateral (select * from tickets one where one.id = f.ticket_id offset 0) t
        order by ${ORDERS[sort]} limit ${limit}
      ) l
    ), shown as (
      ${storedOf(Prisma.sql`select id from listed where estimate_ms is null`, totalOf)}
    )
    select (select json_build_object(
              'tickets', count(*), 'estimated', count(f.estimate_ms), 'over', count(*) filter (where f.over_ms > 0),
              'overMs', coalesce(sum(f.over_ms) filter (where f.over_ms > 0), 0),
              'trackedMs', (select coalesce(sum(ms), 0) from tracked),
              'withoutTicketMs', (select coalesce(sum(ms), 0) from tracked where ticket_id is null)) from figures f) as totals,
           coalesce((
             select json_agg(json_build_object(
               'id', l.id, 'key', l.key, 'title', l.title, 'estimateMs', l.estimate_ms, 'trackedMs', l.ms,
               'timers', l.timers, 'overMs', l.over_ms,
               'project', case when j.id is not null then json_build_object('id', j.id, 'name', j.name) end,
               'totalMs', coalesce(l.total_ms, coalesce(s.ms, 0) + coalesce(n.ms, 0))) order by l.place)
             from listed l left join projects j on j.id = l.project_id
               left join shown s on s.ticket_id = l.id left join since n on n.ticket_id = l.id), '[]') as rows`;
  return rows[0] as TicketFigures;
}

/**
 * `since`: the difference between all time of tickets and their daily totals. The few `live` timers are looked up one
 * by one: a join would read all timers of a member for them.
 */
function sinceOf(now: Date, totalOf: string | null): Prisma.Sql {
  return Prisma.sql`since as materialized (
      select ticket_id, sum(ms)::bigint as ms
      from (
        select t.ticket_id, round(sum(date_part('epoch', ${spanEnd(now)} - s.started_at)) * 1000) as ms
        from ${LIVE_SPANS}
        where t.ticket_id is not null and t.status <> 'discarded' ${ofOne(totalOf, Prisma.sql`t`)} group by t.ticket_id
        union all
        select d.ticket_id, -d.tracked_ms
        from ${LIVE_TOTALS}
        where d.ticket_id is not null ${ofOne(totalOf, Prisma.sql`d`)}
      ) change group by ticket_id
    )`;
}

/**
 * `figures`: tickets with time in the period, and with all time if they have an estimate. Rows about a ticket are
 * summed rather than joined: the planner can't estimate how many an array finds, and would scan all of them for each.
 */
function figuresOf(totalOf: string | null): Prisma.Sql {
  return Prisma.sql`figures as materialized (
      select g.ticket_id, g.ms, g.timers, g.estimate_ms, case when g.estimate_ms is not null then g.total_ms end as total_ms,
             g.total_ms - g.estimate_ms as over_ms
      from (
        select f.ticket_id, max(f.ms) as ms, max(f.timers) as timers, max(f.estimate_ms) as estimate_ms,
               coalesce(sum(f.total_ms), 0)::bigint as total_ms
        from (
          select ticket_id, ms, timers, null::bigint as estimate_ms, null::bigint as total_ms
          from tracked where ticket_id is not null
          union all select id, null, null, estimate_ms, null from estimated
          union all
          select ticket_id, null, null, null, ms
          from (${storedOf(Prisma.sql`select id from estimated`, totalOf)}) stored
          union all select ticket_id, null, null, null, ms from since
        ) f group by f.ticket_id having count(f.timers) > 0
      ) g
    )`;
}

/** All time of each of these tickets in daily totals. Everyone's was summed before. */
function storedOf(ids: Prisma.Sql, totalOf: string | null): Prisma.Sql {
  const found = Prisma.sql`ticket_id = any(array(${ids}))`;
  const one = (condition: Prisma.Sql) => Prisma.sql`
    select ticket_id, sum(tracked_ms) as ms from daily_totals where ${found} and ${condition} group by ticket_id`;
  if (totalOf !== null) return one(Prisma.sql`user_id = ${totalOf}::uuid`);
  return Prisma.sql`${one(Prisma.sql`not ${IS_SUMMED}`)}
    union all select ticket_id, tracked_ms from ticket_totals where ${found} and ${IS_SUMMED}`;
}

function ofOne(userId: string | null, row: Prisma.Sql): Prisma.Sql {
  return userId === null ? Prisma.empty : Prisma.sql`and ${row}.user_id = ${userId}::uuid`;
}
