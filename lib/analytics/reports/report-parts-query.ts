import type { Chosen, DaysPeriod, Period, ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { liveTimers } from '#/lib/tracking/days/live-timers-query.ts';
import { IS_UNCHANGED, totalsOfDays } from '#/lib/tracking/days/stored-sums-query.ts';
import { namedProjects } from '#/lib/tracking/projects/named-projects-query.ts';
import { namedTickets } from '#/lib/tracking/tickets/named-tickets-query.ts';
import { spanCondition, spanEnd } from '#/lib/tracking/timers/timer-filter.ts';

const EVERYTHING = Prisma.sql`true`;

/** Hours of local time, each a column of milliseconds in `daily_totals` and in `parts`; null for none. */
export const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour);

/** The columns of hours of local time. */
export const HOUR_COLUMNS = HOURS_OF_DAY.map((hour) => `hour_${hour}` as const);

/** The column of an hour of local time. */
export function hourColumn(hour: number): Prisma.Sql {
  return Prisma.raw(`hour_${hour}`);
}

const HOUR_SUMS = Prisma.join(
  HOURS_OF_DAY.map((hour) => {
    const of = Prisma.raw(String(hour));
    return Prisma.sql`(sum(h.ms) filter (where h.hour = ${of}))::integer as ${hourColumn(hour)}`;
  }),
);

export type HourColumn = `hour_${number}`;
/** The columns of `daily_totals`, which a query on `parts` may use. */
export type PartColumn =
  | ('user_id' | 'day' | 'timer_id' | 'started_at' | 'project_id' | 'ticket_id' | 'type' | 'tags')
  | ('tracked_ms' | 'entered_ms' | 'spans' | 'spans_begun' | 'previous_day' | 'is_whole')
  | HourColumn;

/**
 * SQL for `with`, for use by `parts`: the time that is not up to date in `daily_totals`. For whole days these are
 * timers that have changed since the view was refreshed, or are running: `live` timers are counted from their spans.
 * For a stretch of instants it is all time. One statement sees everything as of one instant, whatever a refresh does
 * meanwhile.
 */
export function reportParts(filter: ReportFilter): Prisma.Sql {
  const live = liveTimers(filter.workspaceId, filter.userIds);
  const also = filter.period.kind === 'days' ? Prisma.sql`t.id in (select timer_id from live)` : EVERYTHING;
  return Prisma.sql`${live}, recounted as materialized (${counted(filter, also)})`;
}

/**
 * SQL for `from`: the time that a filter matches as `p`, by timer and day, with these columns. The view is read again
 * for each query, which takes a fifth of the time of materializing its rows. Columns that the query doesn't use, or
 * uses in another order than listed, make Postgres copy every row: up to a fifth of a pass.
 */
export function partsOf(filter: ReportFilter, columns: readonly PartColumn[]): Prisma.Sql {
  const { period } = filter;
  const columnList = Prisma.raw([...new Set(columns)].join(', '));
  if (period.kind === 'instants') return Prisma.sql`(select ${columnList} from recounted) p`;
  return Prisma.sql`(
    select ${columnList} from daily_totals d where ${storedCondition(filter, period)}
    union all select ${columnList} from recounted) p`;
}

/** The same, only for these timers, given as a query for their ids. */
export function partsOfTimers(filter: ReportFilter, columns: readonly PartColumn[], timerIds: Prisma.Sql): Prisma.Sql {
  const recounted = Prisma.sql`r.timer_id in (${timerIds})`;
  const looked = Prisma.sql`(${timerIds}) as requested(id) cross join lateral (
    select * from daily_totals one where one.timer_id = requested.id offset 0) d`;
  return lookedUp(filter, columns, looked, recounted);
}

/** The same, only for these days of members: `memberDays` has a `user_id` and a `day`. */
export function partsOfDays(filter: ReportFilter, columns: readonly PartColumn[], memberDays: Prisma.Sql): Prisma.Sql {
  const recounted = Prisma.sql`(r.user_id, r.day) in (select user_id, day from ${memberDays})`;
  return lookedUp(filter, columns, totalsOfDays(filter.workspaceId, memberDays), recounted);
}

function lookedUp(filter: ReportFilter, columns: readonly PartColumn[], stored: Prisma.Sql, recounted: Prisma.Sql) {
  const { period } = filter;
  const of = (row: string) => Prisma.raw([...new Set(columns)].map((column) => `${row}.${column}`).join(', '));
  const counted = Prisma.sql`select ${of('r')} from recounted r where ${recounted}`;
  if (period.kind === 'instants') return Prisma.sql`(${counted}) p`;
  return Prisma.sql`(
    select ${of('d')} from ${stored} where ${storedCondition(filter, period)} union all ${counted}) p`;
}

/** The condition on `daily_totals d` for rows that a filter matches, of timers that have not changed since. */
function storedCondition(filter: ReportFilter, period: DaysPeriod): Prisma.Sql {
  return Prisma.sql`${inDays(filter, period)} and ${IS_UNCHANGED}`;
}

/** The condition on `daily_totals d`, or on `daily_sums d` if that has the columns, for rows that a filter matches. */
export function inDays(filter: ReportFilter, { from, to }: DaysPeriod): Prisma.Sql {
  return Prisma.sql`${subjectCondition(filter, Prisma.sql`d`)} and d.day between ${from}::date and ${to}::date`;
}

/** Whether a row of `parts p` is the first of its timer in the period, so that the timer counts once. */
export function isFirstPart(period: Period): Prisma.Sql {
  if (period.kind === 'instants') return Prisma.sql`p.previous_day is null`;
  return Prisma.sql`(p.previous_day is null or p.previous_day < ${period.from}::date)`;
}

const PIECE_MS = Prisma.sql`date_part('epoch', piece.ends_at - piece.starts_at) * 1000`;

/** The same rows as in the view, from spans of the timers `t` that also meet a condition. */
function counted(filter: ReportFilter, also: Prisma.Sql): Prisma.Sql {
  const { period, now } = filter;
  const [cutFrom, cutTo, inPeriod] = cut(period, now);
  const rule = period.kind === 'instants' ? period.rule : null;
  const days =
    period.kind === 'days' ? Prisma.sql`where p.day between ${period.from}::date and ${period.to}::date` : Prisma.empty;
  return Prisma.sql`
    select t.user_id, p.day, t.id as timer_id, t.started_at, t.project_id, t.ticket_id, t.type, nullif(t.tags, '{}') as tags,
           p.tracked_ms, p.entered_ms, p.spans, p.spans_begun, p.previous_day, p.is_whole, ${Prisma.raw(HOUR_COLUMNS.join(', '))}
    from (
      select h.timer_id, h.day, sum(h.ms)::integer as tracked_ms, nullif(sum(h.entered_ms), 0)::integer as entered_ms,
             sum(h.spans)::integer as spans, sum(h.spans_begun)::integer as spans_begun,
             lag(h.day) over (partition by h.timer_id order by h.day) as previous_day,
             count(*) over (partition by h.timer_id) = 1 as is_whole, ${HOUR_SUMS}
      from (
        select c.timer_id, part.day, piece.hour, round(sum(${PIECE_MS}))::integer as ms,
               round(sum(${PIECE_MS}) filter (where c.origin = 'entered'))::integer as entered_ms,
               count(*) filter (where piece.starts_at = part.starts_at) as spans,
               count(*) filter (where piece.starts_at = c.started_at) as spans_begun
        from (
          select s.timer_id, s.started_at, s.origin, ${cutFrom} as starts, ${cutTo} as ends,
                 ${rule ? Prisma.sql`${rule.timeZone}::text` : Prisma.sql`u.time_zone`} as zone,
                 ${rule ? Prisma.sql`${rule.dayStartHour}::int` : Prisma.sql`u.day_start_hour`} as hour
          from timers t join timer_spans s on s.timer_id = t.id join users u on u.id = t.user_id
          where ${subjectCondition(filter, Prisma.sql`t`)} and t.status <> 'discarded' and ${also} and ${inPeriod}
          offset 0
        ) c, split_by_day(c.starts, c.ends, c.zone, c.hour) as part,
          split_by_hour(part.starts_at, part.ends_at, c.zone) as piece
        group by c.timer_id, part.day, piece.hour
      ) h group by h.timer_id, h.day
    ) p join timers t on t.id = p.timer_id ${days}`;
}

/**
 * Where a span `s` is cut, and which spans are in the period at all. Whole days cut nothing: they are selected
 * afterwards.
 */
function cut(period: Period, now: Date): [from: Prisma.Sql, to: Prisma.Sql, inPeriod: Prisma.Sql] {
  if (period.kind === 'days') return [Prisma.sql`s.started_at`, spanEnd(now), EVERYTHING];
  return [
    Prisma.sql`greatest(s.started_at, ${period.from})`,
    Prisma.sql`least(${spanEnd(now)}, ${period.to})`,
    spanCondition({ range: period, now }),
  ];
}

/** The condition on owner and subject, for `timers t` or `daily_totals d`. */
export function subjectCondition(filter: ReportFilter, row: Prisma.Sql): Prisma.Sql {
  const { workspaceId, userIds, projects, tickets, tags, types } = filter;
  const parts = [Prisma.sql`${row}.workspace_id = ${workspaceId}::uuid`];
  if (userIds) parts.push(Prisma.sql`${row}.user_id = any(${userIds}::uuid[])`);
  if (tags) parts.push(Prisma.sql`${row}.tags && ${tags}::text[]`);
  if (types) parts.push(Prisma.sql`${row}.type = any(${types}::text[]::timer_type[])`);
  if (projects) {
    parts.push(
      oneOf(
        Prisma.sql`${row}.project_id`,
        projects,
        Prisma.sql`${row}.project_id = any(${namedProjects(workspaceId, projects.names)})`,
      ),
    );
  }
  if (tickets) {
    parts.push(
      oneOf(
        Prisma.sql`${row}.ticket_id`,
        tickets,
        Prisma.sql`${row}.ticket_id = any(${namedTickets(workspaceId, tickets.names)})`,
      ),
    );
  }
  return Prisma.join(parts, ' and ');
}

/** The condition on the owner, for rows with their own workspace and user, such as spans, cycles and questions. */
export function ownerCondition({ userIds }: ReportFilter, row: Prisma.Sql): Prisma.Sql {
  return userIds ? Prisma.sql`${row}.user_id = any(${userIds}::uuid[])` : EVERYTHING;
}

function oneOf(column: Prisma.Sql, { none }: Chosen, condition: Prisma.Sql): Prisma.Sql {
  return none ? Prisma.sql`(${column} is null or ${condition})` : condition;
}
