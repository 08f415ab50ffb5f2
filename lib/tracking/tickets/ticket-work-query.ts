import { DAY_MS } from '#/lib/core/duration.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { LIVE_SPANS, LIVE_TOTALS, liveTimers } from '#/lib/tracking/days/live-timers-query.ts';
import { IS_SUMMED, SUMMED } from '#/lib/tracking/days/summed-query.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';
import type { WorkedScope } from '#/lib/tracking/worked-time/worked-time.ts';
import { ownTimersCondition } from '#/lib/tracking/worked-time/worked-time-query.ts';

/**
 * SQL for `with`: `worked`, the last instant of work on each ticket that has some after `from` (null: on each that has
 * any). Reads spans that ended since, by index, and the few that are open. These are separate: otherwise their cap
 * would be computed for each span, and make Postgres compile the statement for longer than it runs.
 */
export function workedSince(scope: WorkedScope, from: Date | null, now: Date): Prisma.Sql {
  const since = from ? Prisma.sql`and s.ended_at > ${from}` : Prisma.empty;
  const isLately = from !== null && now.getTime() - from.getTime() <= LATELY_MS;
  return Prisma.sql`worked as (
    select ticket_id, max(at) as at
    from (
      select t.ticket_id, e.at
      from (
        select s.timer_id, max(s.ended_at) as at from timer_spans s
        where s.workspace_id = ${scope.workspaceId}::uuid and s.ended_at is not null ${since} ${ownSpans(scope)}
        group by s.timer_id
      ) e ${isLately ? EACH_TIMER : ALL_TIMERS}
      where t.ticket_id is not null and t.status <> 'discarded'
      union all
      select t.ticket_id, ${spanEnd(now)} from timers t join timer_spans s on s.timer_id = t.id
      where t.workspace_id = ${scope.workspaceId}::uuid and t.ended_at is null and t.ticket_id is not null
        and s.ended_at is null ${ownTimersCondition(scope)}
    ) ends group by ticket_id
  )`;
}

/**
 * Timers of a period this short are looked up one by one. The planner would read all that have a ticket, by the index
 * on tickets, which it assumes to be in table order: 116,571 pages for the 2,273 timers of a week.
 */
export const LATELY_MS = 200 * DAY_MS;
const EACH_TIMER = Prisma.sql`cross join lateral (
        select ticket_id, status from timers one where one.id = e.timer_id offset 0) t`;
const ALL_TIMERS = Prisma.sql`join timers t on t.id = e.timer_id`;

/**
 * SQL for `with`: `tracked`, the time on each ticket: the stored time, plus the difference for timers that have changed
 * since, or are running. A single person's time is summed from daily totals.
 */
export function trackedOf(scope: WorkedScope, now: Date): Prisma.Sql {
  const own = scope.of === 'you' ? [scope.userId] : null;
  const ofOne = (row: Prisma.Sql) => (own ? Prisma.sql`and ${row}.user_id = ${scope.userId}::uuid` : Prisma.empty);
  return Prisma.sql`${liveTimers(scope.workspaceId, own)}, ${SUMMED}, tracked as (
    select ticket_id, sum(ms) as ms
    from (
      ${storedOf(scope)}
      union all
      select t.ticket_id, extract(epoch from ${spanEnd(now)} - s.started_at) * 1000
      from ${LIVE_SPANS}
      where t.workspace_id = ${scope.workspaceId}::uuid and t.ticket_id is not null and t.status <> 'discarded'
        ${ofOne(Prisma.sql`t`)}
      union all
      select d.ticket_id, -d.tracked_ms
      from ${LIVE_TOTALS}
      where d.workspace_id = ${scope.workspaceId}::uuid and d.ticket_id is not null ${ofOne(Prisma.sql`d`)}
    ) parts group by ticket_id
  )`;
}

/**
 * As of the last refresh. Everyone's time is summed by ticket, unless a worker of a previous version refreshed last.
 */
function storedOf({ workspaceId, userId, of }: WorkedScope): Prisma.Sql {
  const ofTimers = (also: Prisma.Sql) => Prisma.sql`
    select d.ticket_id, d.tracked_ms as ms from daily_totals d
    where d.workspace_id = ${workspaceId}::uuid and d.ticket_id is not null and ${also}`;
  if (of === 'you') return ofTimers(Prisma.sql`d.user_id = ${userId}::uuid`);
  return Prisma.sql`
    select k.ticket_id, k.tracked_ms as ms from ticket_totals k join tickets own on own.id = k.ticket_id
    where own.workspace_id = ${workspaceId}::uuid and ${IS_SUMMED}
    union all ${ofTimers(Prisma.sql`not ${IS_SUMMED}`)}`;
}

/** The condition on `timer_spans s` for callers who may read only their own. */
function ownSpans({ of, userId }: WorkedScope): Prisma.Sql {
  return of === 'you' ? Prisma.sql`and s.user_id = ${userId}::uuid` : Prisma.empty;
}
