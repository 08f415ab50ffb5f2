import { Prisma } from '#/lib/db/generated/client.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-schemas.ts';

/** Half-open stretch of instants; null is unbounded. */
export type InstantRange = { from: Date | null; to: Date | null };

/** Which timers a list is about. Its page and its totals use the same condition. */
export type TimerFilter = {
  workspaceId: string;
  userId: string;
  range: InstantRange;
} & Pick<ListTimersQuery, 'status' | 'tag' | 'ticket'>;

/** The condition on `timers t`. Discarded timers show only when asked for. */
export function timerCondition(filter: TimerFilter): Prisma.Sql {
  const { status, tag, ticket, range } = filter;
  const parts = [
    Prisma.sql`t.workspace_id = ${filter.workspaceId}::uuid and t.user_id = ${filter.userId}::uuid`,
    status ? Prisma.sql`t.status = ${status}::timer_status` : Prisma.sql`t.status <> 'discarded'`,
  ];
  if (tag) parts.push(Prisma.sql`t.tags @> array[${tag}]`);
  if (ticket) {
    parts.push(Prisma.sql`t.ticket_id in (
      select k.id from tickets k where k.workspace_id = ${filter.workspaceId}::uuid
        and (upper(k.key) = upper(${ticket}) or k.id::text = lower(${ticket})))`);
  }
  if (range.from || range.to) {
    parts.push(Prisma.sql`exists (
      select 1 from timer_spans s where s.timer_id = t.id
        and s.started_at < ${range.to ?? FAR_FUTURE} and coalesce(s.ended_at, 'infinity') > ${range.from ?? FAR_PAST})`);
  }
  return Prisma.join(parts, ' and ');
}

/** Bounds of a range without ends, within what both JavaScript and Postgres can say. */
export const FAR_PAST = new Date('0001-01-01T00:00:00Z');
export const FAR_FUTURE = new Date('9999-01-01T00:00:00Z');
