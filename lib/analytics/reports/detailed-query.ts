import { z } from 'zod';
import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { isFirstPart, type PartColumn, partsOf, reportParts } from '#/lib/analytics/reports/report-parts-query.ts';
import type { DetailedReportQuery } from '#/lib/analytics/reports/report-schemas.ts';
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
 * A page of timers with time in the period, and the sums of all of them, by one statement. The latest day comes first, and
 * on a day the latest started. Of a year's timers only those of the days on the page are looked up.
 */
export async function listDetails(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  rounding: Rounding,
  { limit, cursor }: Page,
): Promise<Details> {
  const found = await tx.$queryRaw<{ totals: DetailedTotals; rows: RawRow[] }[]>`
    with ${reportParts(filter)}, ${entriesOf(filter, rounding)}, ${latestOf(limit, cursor)}, page as (
      select t.id, t.user_id as "userId", u.name as member,
             u.time_zone as "timeZone", t.type, t.status, t.title, t.tags,
             case when k.id is not null
               then json_build_object('id', k.id, 'key', k.key, 'title', k.title, 'url', k.url) end as ticket,
             case when j.id is not null then json_build_object('id', j.id, 'name', j.name) end as project,
             extract(epoch from t.started_at) * 1000 as "startedMs", extract(epoch from t.ended_at) * 1000 as "endedMs",
             e.first_day as date, e.exact_ms as "exactMs", e.rounded_ms as "roundedMs", e.spans,
             t.needs_review as "needsReview"
      from latest l join entries e on e.timer_id = l.id join timers t on t.id = l.id join users u on u.id = t.user_id
        left join tickets k on k.id = t.ticket_id left join projects j on j.id = t.project_id
    )
    select (select json_build_object('exactMs', coalesce(sum(exact_ms), 0), 'roundedMs', coalesce(sum(rounded_ms), 0),
                                     'timers', count(*)) from entries) as totals,
           coalesce((select json_agg(page order by date desc, "startedMs" desc, id desc) from page), '[]') as rows`;
  const { totals, rows } = found[0] as { totals: DetailedTotals; rows: RawRow[] };
  const shown = rows.slice(0, limit).map(toRow);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last ? encodeCursor([last.date, last.startedAt.toISOString(), last.id]) : null;
  return { rows: shown, totals, nextCursor };
}

/** `latest`: one more than a page of them, after those before. */
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

const ENTRY_COLUMNS: PartColumn[] = ['timer_id', 'tracked_ms', 'day', 'previous_day', 'spans', 'spans_begun'];

/** `entries`: each timer with its time, exact and rounded. */
function entriesOf(filter: ReportFilter, { round, round_to_minutes, round_per }: Rounding): Prisma.Sql {
  const stepMs = round_to_minutes * MINUTE_MS;
  const sums = Prisma.sql`p.timer_id, sum(p.tracked_ms) as exact_ms, min(p.day) as first_day,
    sum(case when ${isFirstPart(filter.period)} then p.spans else p.spans_begun end) as spans`;
  if (!round || round_per === 'entry') {
    const rounded = round ? roundedTo(Prisma.sql`sum(p.tracked_ms)`, stepMs, round) : Prisma.sql`sum(p.tracked_ms)`;
    return Prisma.sql`entries as materialized (
      select ${sums}, ${rounded} as rounded_ms
      from ${partsOf(filter, ENTRY_COLUMNS)} group by p.timer_id)`;
  }
  // The day's sum is rounded after each of its timers: what that adds to it is the timer's.
  return Prisma.sql`
    summed as (
      select p.*, sum(p.tracked_ms) over (
               partition by p.user_id, p.day order by p.started_at, p.timer_id rows unbounded preceding) as sum_ms
      from ${partsOf(filter, [...ENTRY_COLUMNS, 'user_id', 'started_at'])}
    ), entries as materialized (
      select ${sums}, sum(${roundedTo(Prisma.sql`p.sum_ms`, stepMs, round)}
                          - ${roundedTo(Prisma.sql`(p.sum_ms - p.tracked_ms)`, stepMs, round)}) as rounded_ms
      from summed p group by p.timer_id
    )`;
}

/** Half a step is rounded up. */
function roundedTo(ms: Prisma.Sql, stepMs: number, how: NonNullable<Rounding['round']>): Prisma.Sql {
  const shift = { up: stepMs - 1, down: 0, nearest: stepMs / 2 }[how];
  return Prisma.sql`((${ms} + ${shift}::bigint)::bigint / ${stepMs}::bigint * ${stepMs}::bigint)`;
}

type RawRow = Omit<ReportRow, 'startedAt' | 'endedAt'> & { startedMs: number; endedMs: number | null };

function toRow({ startedMs, endedMs, ...row }: RawRow): ReportRow {
  return { ...row, startedAt: new Date(startedMs), endedAt: endedMs === null ? null : new Date(endedMs) };
}
