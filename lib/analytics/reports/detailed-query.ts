import { z } from 'zod';
import { dailySums, sumsOf } from '#/lib/analytics/reports/daily-sums-query.ts';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import {
  isFirstPart,
  partsOf,
  partsOfDays,
  partsOfTimers,
  reportParts,
} from '#/lib/analytics/reports/report-parts-query.ts';
import type { DetailedReportQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { dateInput } from '#/lib/core/instant-schemas.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const CURSOR = z.tuple([dateInput, cursorInstant, z.uuid()]);

export type ReportRow = {
  id: string;
  userId: string;
  member: string;
  timeZone: string;
  type: TimerJson['type'];
  status: TimerJson['status'];
  title: string;
  ticket: TimerJson['ticket'];
  project: TimerJson['project'];
  tags: string[];
  startedAt: Date;
  endedAt: Date | null;
  date: string;
  exactMs: number;
  roundedMs: number;
  spans: number;
  needsReview: boolean;
};
export type DetailedTotals = { exactMs: number; roundedMs: number; timers: number };
type Rounding = Pick<DetailedReportQuery, 'round' | 'round_to_minutes' | 'round_per'>;
type Page = Pick<DetailedReportQuery, 'limit' | 'cursor'>;
export type Details = { rows: ReportRow[]; totals: DetailedTotals; nextCursor: string | null };

/**
 * A page of timers with time in the period, and the sums of all of them, by one statement. Latest day first, and within
 * a day latest start first. Of a year's timers only those of the days on the page are looked up.
 */
export async function listDetails(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  rounding: Rounding,
  { limit, cursor }: Page,
): Promise<Details> {
  const { sums, rounded, total } = roundedEntries(filter, rounding);
  const found = await tx.$queryRaw<{ totals: DetailedTotals; rows: RawRow[] }[]>`
    with ${reportParts(filter)} ${sums}, ${entriesOf(filter)}, ${latestOf(limit, cursor)}, ${rounded}, page as (
      select t.id, t.user_id as "userId", u.name as member,
             u.time_zone as "timeZone", t.type, t.status, t.title, t.tags,
             case when k.id is not null
               then json_build_object('id', k.id, 'key', k.key, 'title', k.title, 'url', k.url) end as ticket,
             case when j.id is not null then json_build_object('id', j.id, 'name', j.name) end as project,
             extract(epoch from t.started_at) * 1000 as "startedMs", extract(epoch from t.ended_at) * 1000 as "endedMs",
             e.first_day as date, e.exact_ms as "exactMs", r.ms as "roundedMs", e.spans,
             t.needs_review as "needsReview"
      from latest l join entries e on e.timer_id = l.id join rounded r on r.timer_id = l.id
        join timers t on t.id = l.id join users u on u.id = t.user_id
        left join tickets k on k.id = t.ticket_id left join projects j on j.id = t.project_id
    )
    select (select json_build_object('exactMs', coalesce(sum(e.exact_ms), 0), 'roundedMs', coalesce((${total}), 0),
                                     'timers', count(*)) from entries e) as totals,
           coalesce((select json_agg(page order by date desc, "startedMs" desc, id desc) from page), '[]') as rows`;
  const { totals, rows } = found[0] as { totals: DetailedTotals; rows: RawRow[] };
  const shown = rows.slice(0, limit).map(toRow);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last ? encodeCursor([last.date, last.startedAt.toISOString(), last.id]) : null;
  return { rows: shown, totals, nextCursor };
}

/** `latest`: a page of them plus one, after those before. */
function latestOf(limit: number, cursor: string | undefined): Prisma.Sql {
  const [day, startedAt, id] = decodeCursor(cursor, CURSOR) ?? [null, null, null];
  const after = day
    ? Prisma.sql`where (f.first_day, t.started_at, t.id) < (${day}::date, ${startedAt}, ${id}::uuid)`
    : Prisma.empty;
  const ofSameDay = day ? Prisma.sql`union all select * from entries where first_day = ${day}::date` : Prisma.empty;
  return Prisma.sql`latest as (
      select t.id from (
        (select * from entries ${day ? Prisma.sql`where first_day < ${day}::date` : Prisma.empty}
         order by first_day desc fetch first (${limit + 1}::int) rows with ties) ${ofSameDay}
      ) as f join timers t on t.id = f.timer_id
      ${after} order by f.first_day desc, t.started_at desc, t.id desc limit ${limit + 1}
    )`;
}

/** `entries`: each timer with its time. */
function entriesOf(filter: ReportFilter): Prisma.Sql {
  const columns = ['timer_id', 'tracked_ms', 'day', 'previous_day', 'spans', 'spans_begun'] as const;
  return Prisma.sql`entries as materialized (
    select p.timer_id, sum(p.tracked_ms) as exact_ms, min(p.day) as first_day,
           sum(case when ${isFirstPart(filter.period)} then p.spans else p.spans_begun end) as spans
    from ${partsOf(filter, columns)} group by p.timer_id)`;
}

/**
 * `rounded`: the rounded time of each of the `latest` timers, and the sum of all of them. A day's running sum is
 * rounded after each of its timers, and each timer gets the difference; so the timers add up to the day's rounded sum,
 * and only days on the page are processed timer by timer.
 */
function roundedEntries(filter: ReportFilter, { round, round_to_minutes, round_per }: Rounding) {
  const inSteps = (ms: Prisma.Sql) => (round ? roundedTo(ms, round_to_minutes * MINUTE_MS, round) : ms);
  if (!round || round_per === 'entry') {
    const exact = inSteps(Prisma.sql`e.exact_ms`);
    return {
      sums: Prisma.empty,
      rounded: Prisma.sql`rounded as (
        select e.timer_id, ${exact} as ms from latest l join entries e on e.timer_id = l.id)`,
      total: Prisma.sql`sum(${exact})`,
    };
  }
  const sumMs = Prisma.sql`sum(p.tracked_ms)`;
  return {
    sums: dailySums(filter),
    rounded: Prisma.sql`page_days as materialized (
      select distinct p.user_id, p.day from ${partsOfTimers(filter, ['user_id', 'day'], Prisma.sql`select id from latest`)}
    ), walked as (
      select p.timer_id, p.tracked_ms, ${sumMs} over (
               partition by p.user_id, p.day order by p.started_at, p.timer_id rows unbounded preceding) as sum_ms
      from ${partsOfDays(filter, ['timer_id', 'tracked_ms', 'user_id', 'day', 'started_at'], Prisma.sql`page_days`)}
    ), rounded as (
      select timer_id, sum(${inSteps(Prisma.sql`sum_ms`)} - ${inSteps(Prisma.sql`(sum_ms - tracked_ms)`)}) as ms
      from walked group by timer_id
    )`,
    total: Prisma.sql`select sum(day.ms) from (
      select ${inSteps(sumMs)} as ms from ${sumsOf(filter, ['user_id', 'day', 'tracked_ms'])} group by p.user_id, p.day
    ) as day`,
  };
}

/** Half a step rounds up. */
function roundedTo(ms: Prisma.Sql, stepMs: number, how: NonNullable<Rounding['round']>): Prisma.Sql {
  const shift = { up: stepMs - 1, down: 0, nearest: stepMs / 2 }[how];
  return Prisma.sql`((${ms} + ${shift}::bigint)::bigint / ${stepMs}::bigint * ${stepMs}::bigint)`;
}

type RawRow = Omit<ReportRow, 'startedAt' | 'endedAt'> & { startedMs: number; endedMs: number | null };

function toRow({ startedMs, endedMs, ...row }: RawRow): ReportRow {
  return { ...row, startedAt: new Date(startedMs), endedAt: endedMs === null ? null : new Date(endedMs) };
}
