import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { DayTotal } from '#/lib/tracking/days/day-totals-query.ts';
import { LIVE_SPANS, liveTimers } from '#/lib/tracking/days/live-timers-query.ts';
import { IS_UNCHANGED, staleDays, storedSums } from '#/lib/tracking/days/stored-sums-query.ts';
import { namedTickets } from '#/lib/tracking/tickets/named-tickets-query.ts';
import {
  FAR_PAST,
  spanCondition,
  spanEnd,
  type TimerFilter,
  timerCondition,
} from '#/lib/tracking/timers/timer-filter.ts';

/** Which days; null is unbounded. */
export type DayRange = { from: string | null; to: string | null };
/** The filters that daily totals can distinguish, in a range that begins and ends with `days`. */
export type StoredDaysFilter = Omit<TimerFilter, 'status' | 'needs_review'> & { days: DayRange };

/**
 * The same as `listDayTotals` for days that begin by their member's own rule: from the sums of each day, or from the
 * daily totals of timers with a ticket or a tag. Only timers that have changed since these were refreshed, or are
 * running, are counted from their spans. So all days of a person are read as one row per day instead of hundreds of
 * thousands of spans.
 */
export async function listStoredDayTotals(
  tx: Pick<Tx, '$queryRaw'>,
  filter: StoredDaysFilter,
  { timeZone, dayStartHour }: DayRule,
): Promise<DayTotal[]> {
  const begins = Prisma.sql`${timeZone}, ${dayStartHour}::int`;
  return tx.$queryRaw<DayTotal[]>`
    with ${liveTimers(filter.workspaceId, [filter.userId])}, ${staleDays(ownDays(filter))}, parts as (
      ${storedParts(filter)}
      union all
      ${livePartsOf(filter, begins)}
    )
    select to_char(d.day, 'YYYY-MM-DD') as date, start_of_day(d.day, ${begins}) as "startsAt",
           start_of_day(d.day + 1, ${begins}) as "endsAt", d.ms::float8 as "elapsedMs", d.timers::int as timers
    from (select day, sum(ms) as ms, sum(timers) as timers from parts group by day) as d
    order by d.day desc`;
}

/** Timers that have not changed since the views were refreshed. */
function storedParts(filter: StoredDaysFilter): Prisma.Sql {
  if (filter.tag || filter.ticket)
    return Prisma.sql`
      select d.day, d.tracked_ms as ms, 1 as timers from daily_totals d
      where ${ownDays(filter)} and ${IS_UNCHANGED} and ${subjectCondition(filter)}`;
  return storedSums({
    workspaceId: filter.workspaceId,
    condition: ownDays(filter),
    ofSums: Prisma.sql`d.day, d.tracked_ms as ms, d.timers`,
    ofTimers: Prisma.sql`p.day, p.tracked_ms as ms, 1 as timers`,
    columns: ['day', 'tracked_ms'],
  });
}

function ownDays({ workspaceId, userId, days }: StoredDaysFilter): Prisma.Sql {
  const parts = [Prisma.sql`d.workspace_id = ${workspaceId}::uuid and d.user_id = ${userId}::uuid`];
  if (days.from) parts.push(Prisma.sql`d.day >= ${days.from}::date`);
  if (days.to) parts.push(Prisma.sql`d.day <= ${days.to}::date`);
  return Prisma.join(parts, ' and ');
}

function subjectCondition({ workspaceId, tag, ticket }: StoredDaysFilter): Prisma.Sql {
  const parts = [Prisma.sql`true`];
  if (tag) parts.push(Prisma.sql`d.tags @> array[${tag}]`);
  if (ticket) parts.push(Prisma.sql`d.ticket_id = any(${namedTickets(workspaceId, [ticket])})`);
  return Prisma.join(parts, ' and ');
}

/** Timers that have changed or are running, from their spans: cut at the ends of the range, and by day. */
function livePartsOf(filter: StoredDaysFilter, begins: Prisma.Sql): Prisma.Sql {
  const { from, to } = filter.range;
  const end = to ? Prisma.sql`least(${spanEnd(filter.now)}, ${to})` : spanEnd(filter.now);
  return Prisma.sql`
    select part.day, sum(extract(epoch from part.ends_at - part.starts_at)) * 1000 as ms, 1 as timers
    from (
      select s.timer_id, greatest(s.started_at, ${from ?? FAR_PAST}) as starts, ${end} as ends
      from ${LIVE_SPANS}
      where ${timerCondition({ ...filter, range: { from: null, to: null } })} and ${spanCondition(filter)}
      offset 0
    ) p, split_by_day(p.starts, p.ends, ${begins}) as part
    group by p.timer_id, part.day`;
}
