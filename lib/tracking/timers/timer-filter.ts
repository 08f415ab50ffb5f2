import { Prisma } from '#/lib/db/generated/client.ts';
import { namedTickets } from '#/lib/tracking/tickets/named-tickets-query.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';

/** Half-open stretch of instants; null is unbounded. */
export type InstantRange = { from: Date | null; to: Date | null };

/** The timers that a list contains, as they are at `now`. Its page and its totals use the same condition. */
export type TimerFilter = {
  workspaceId: string;
  userId: string;
  range: InstantRange;
  now: Date;
} & Pick<ListTimersQuery, 'status' | 'tag' | 'ticket' | 'needs_review'>;

/** The same for one member's timers, or everyone's. */
export type MembersFilter = Omit<TimerFilter, 'userId' | 'status'> & {
  userId: string | null;
  status?: TimerFilter['status'] | 'any' | undefined;
};

/** The condition on `timers t`. Discarded timers are included only if requested. */
export function timerCondition(filter: MembersFilter): Prisma.Sql {
  const { userId, tag, ticket, range } = filter;
  const parts = [Prisma.sql`t.workspace_id = ${filter.workspaceId}::uuid`, statusCondition(filter)];
  if (userId) parts.push(Prisma.sql`t.user_id = ${userId}::uuid`);
  if (filter.needs_review !== undefined) parts.push(reviewCondition(filter.needs_review, filter.now));
  if (tag) parts.push(Prisma.sql`t.tags @> array[${tag}]`);
  if (ticket) parts.push(Prisma.sql`t.ticket_id = any(${namedTickets(filter.workspaceId, [ticket])})`);
  if (range.from || range.to) {
    parts.push(Prisma.sql`exists (select 1 from timer_spans s where s.timer_id = t.id and ${spanCondition(filter)})`);
    if (userId && hasNearSpans(filter)) {
      parts.push(Prisma.sql`t.id = any (array(${nearSpans('timer_id', { userId, range })}))`);
    }
  }
  return Prisma.join(parts, ' and ');
}

/**
 * SQL for `from`: the timers `t` that meet the condition, found by their status. A list of all but discarded ones is
 * read in its order; for a rare status that would read all timers that one person, or everyone, ever had.
 */
export function timersMatching(filter: TimerFilter | MembersFilter): Prisma.Sql {
  const condition = timerCondition(filter);
  const of = (which: Prisma.Sql) => Prisma.sql`select t.* from timers t where ${condition} and ${which}`;
  switch (filter.status) {
    case undefined:
    case 'any':
      return Prisma.sql`(${of(Prisma.sql`true`)}) t`;
    case 'running':
    case 'paused':
      return Prisma.sql`(${of(isOpen(filter))}) t`;
    case 'completed':
      // Timers that have ended though that is not stored yet are among the few open ones.
      return Prisma.sql`(${of(hasEndedAs('completed'))} union all ${of(isOpen(filter))}) t`;
    default:
      return Prisma.sql`(${of(hasEndedAs(filter.status))}) t`;
  }
}

/** Matches the index `timers_by_status`. */
function hasEndedAs(status: NonNullable<TimerFilter['status']>): Prisma.Sql {
  return Prisma.sql`t.ended_at is not null and t.status = ${status}::timer_status`;
}

/** Looked up first: the planner would search for them among all timers of a person, in the order of a list. */
function isOpen({ workspaceId, userId }: TimerFilter | MembersFilter): Prisma.Sql {
  const own = userId ? Prisma.sql`and o.user_id = ${userId}::uuid` : Prisma.empty;
  return Prisma.sql`t.ended_at is null and t.id = any (array(
    select o.id from timers o where o.workspace_id = ${workspaceId}::uuid and o.ended_at is null ${own}))`;
}

/** Discarded spans may overlap, and are not in the index of spans by instant. */
function hasNearSpans({ range, status }: Pick<MembersFilter, 'range' | 'status'>): boolean {
  return (range.from !== null || range.to !== null) && status !== 'discarded' && status !== 'any';
}

/**
 * One person's spans that begin in the range, and the one that is open at its start: two index lookups, while the
 * condition alone was checked against every timer the person ever had (109,216 pages for a day among 50,000 timers).
 */
function nearSpans(column: 'id' | 'timer_id', { userId, range }: Pick<TimerFilter, 'userId' | 'range'>): Prisma.Sql {
  const [from, to] = [range.from ?? FAR_PAST, range.to ?? FAR_FUTURE];
  const found = Prisma.sql`select near.${Prisma.raw(column)} from timer_spans near where near.user_id = ${userId}::uuid`;
  return Prisma.sql`
    ${found} and near.started_at >= ${from} and near.started_at < ${to}
    union all
    ${found} and not near.discarded and tstzrange(near.started_at, near.ended_at, '[)') @> ${from}::timestamptz`;
}

/** `spanCondition` for spans of one person, who may have many: by the person's indexes, if the range has an end. */
export function ownSpanCondition(filter: TimerFilter): Prisma.Sql {
  const isNear = hasNearSpans(filter) ? Prisma.sql`and s.id = any (array(${nearSpans('id', filter)}))` : Prisma.empty;
  return Prisma.sql`s.user_id = ${filter.userId}::uuid and ${spanCondition(filter)} ${isNear}`;
}

/** The condition on `timer_spans s` of `timers t`: it begins in the range, or extends into it. */
export function spanCondition({ range, now }: Pick<TimerFilter, 'range' | 'now'>): Prisma.Sql {
  const from = range.from ?? FAR_PAST;
  return Prisma.sql`s.started_at < ${range.to ?? FAR_FUTURE} and (
    s.ended_at > ${from} or s.started_at >= ${from} or (s.ended_at is null and ${spanEnd(now)} > ${from}))`;
}

/**
 * Where a span of `timer_spans s` and `timers t` ends; an open one now, or at the timer's cap or the deadline of work
 * that ends there, if that has passed.
 */
export function spanEnd(now: Date): Prisma.Sql {
  return Prisma.sql`coalesce(s.ended_at, least(greatest(${now}, s.started_at), ${CAP_AT}, ${WORK_END_AT}))`;
}

/** As `capAt` in `timer.ts`, for the open span `s` of `timers t`. */
const CAP_AT = Prisma.sql`s.started_at + greatest(interval '0', t.cap_seconds * interval '1 second' - (
  select coalesce(sum(c.ended_at - c.started_at), interval '0') from timer_spans c
  where c.timer_id = t.id and c.ended_at is not null))`;

/**
 * The deadline of the phase of `timers t` at which work ends by itself; null, which `least` ignores, if there is none.
 */
const WORK_END_AT = Prisma.sql`(
  select w.due_at from timer_cycles w
  where w.timer_id = t.id and w.ended_at is null and w.kind = 'work' and w.at_deadline in ('rest', 'finish'))`;

/** A timer past its cap. */
export function isCappedAt(now: Date): Prisma.Sql {
  return Prisma.sql`t.status = 'running' and exists (
    select 1 from timer_spans s where s.timer_id = t.id and s.ended_at is null and ${CAP_AT} <= ${now})`;
}

function reviewCondition(needsReview: boolean, now: Date): Prisma.Sql {
  const needs = Prisma.sql`(t.needs_review or ${isCappedAt(now)})`;
  return needsReview ? needs : Prisma.sql`not ${needs}`;
}

/** A timer past its cap, or past a deadline that ends work or the plan, has ended or is in a break, stored or not. */
function statusCondition({ status, now }: Pick<MembersFilter, 'status' | 'now'>): Prisma.Sql {
  const isCapped = isCappedAt(now);
  const isOver = Prisma.sql`(${isCapped}) or ${dueCondition(now, 'finish')}`;
  const rests = dueCondition(now, 'rest');
  switch (status) {
    case undefined:
      return Prisma.sql`t.status <> 'discarded'`;
    case 'any':
      return Prisma.sql`true`;
    case 'running':
      return Prisma.sql`t.status = 'running' and not (${isOver} or ${rests})`;
    case 'paused':
      return Prisma.sql`((t.status = 'paused' and not (${isOver})) or (${rests} and not (${isCapped})))`;
    case 'completed':
      return Prisma.sql`(t.status = 'completed' or ${isOver})`;
    default:
      return Prisma.sql`t.status = ${status}::timer_status`;
  }
}

/** `timers t` whose phase has passed a deadline at which this happens. */
function dueCondition(now: Date, what: 'finish' | 'rest'): Prisma.Sql {
  return Prisma.sql`exists (select 1 from timer_cycles d where d.timer_id = t.id and d.ended_at is null
    and d.at_deadline = ${what} and d.due_at <= ${now})`;
}

/** Bounds of a range without ends, within what both JavaScript and Postgres can represent. */
export const FAR_PAST = new Date('0001-01-01T00:00:00Z');
export const FAR_FUTURE = new Date('9999-01-01T00:00:00Z');
