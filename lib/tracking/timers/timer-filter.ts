import { Prisma } from '#/lib/db/generated/client.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-schemas.ts';

/** Half-open stretch of instants; null is unbounded. */
export type InstantRange = { from: Date | null; to: Date | null };

/** Which timers a list is about, as they are at `now`. Its page and its totals use the same condition. */
export type TimerFilter = {
  workspaceId: string;
  userId: string;
  range: InstantRange;
  now: Date;
} & Pick<ListTimersQuery, 'status' | 'tag' | 'ticket'>;

/** The condition on `timers t`. Discarded timers show only when asked for. */
export function timerCondition(filter: TimerFilter): Prisma.Sql {
  const { tag, ticket, range } = filter;
  const parts = [
    Prisma.sql`t.workspace_id = ${filter.workspaceId}::uuid and t.user_id = ${filter.userId}::uuid`,
    statusCondition(filter),
  ];
  if (tag) parts.push(Prisma.sql`t.tags @> array[${tag}]`);
  if (ticket) {
    parts.push(Prisma.sql`t.ticket_id in (
      select k.id from tickets k where k.workspace_id = ${filter.workspaceId}::uuid
        and (upper(k.key) = upper(${ticket}) or k.id::text = lower(${ticket})))`);
  }
  if (range.from || range.to) {
    parts.push(Prisma.sql`exists (select 1 from timer_spans s where s.timer_id = t.id and ${spanCondition(filter)})`);
  }
  return Prisma.join(parts, ' and ');
}

/** The condition on `timer_spans s` of `timers t`: it begins in the range, or reaches into it. */
export function spanCondition({ range, now }: Pick<TimerFilter, 'range' | 'now'>): Prisma.Sql {
  const from = range.from ?? FAR_PAST;
  return Prisma.sql`s.started_at < ${range.to ?? FAR_FUTURE} and (
    s.ended_at > ${from} or s.started_at >= ${from} or (s.ended_at is null and ${spanEnd(now)} > ${from}))`;
}

/** Where a span of `timer_spans s` and `timers t` ends; an open one now, or at the timer's cap when that has passed. */
export function spanEnd(now: Date): Prisma.Sql {
  return Prisma.sql`coalesce(s.ended_at, least(greatest(${now}, s.started_at), ${CAP_AT}))`;
}

/** As `capAt` in `timer.ts`, for the open span `s` of `timers t`. */
const CAP_AT = Prisma.sql`s.started_at + greatest(interval '0', t.cap_seconds * interval '1 second' - (
  select coalesce(sum(c.ended_at - c.started_at), interval '0') from timer_spans c
  where c.timer_id = t.id and c.ended_at is not null))`;

/** A timer past its cap is completed, whether or not a worker has written it down. */
function statusCondition({ status, now }: TimerFilter): Prisma.Sql {
  const isCapped = Prisma.sql`t.status = 'running' and exists (
    select 1 from timer_spans s where s.timer_id = t.id and s.ended_at is null and ${CAP_AT} <= ${now})`;
  if (!status) return Prisma.sql`t.status <> 'discarded'`;
  if (status === 'running') return Prisma.sql`t.status = 'running' and not (${isCapped})`;
  if (status === 'completed') return Prisma.sql`(t.status = 'completed' or ${isCapped})`;
  return Prisma.sql`t.status = ${status}::timer_status`;
}

/** Bounds of a range without ends, within what both JavaScript and Postgres can say. */
export const FAR_PAST = new Date('0001-01-01T00:00:00Z');
export const FAR_FUTURE = new Date('9999-01-01T00:00:00Z');
