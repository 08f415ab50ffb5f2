import { findPersonDays } from '#/lib/accounts/users/time-zone-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import type { Closure } from '#/lib/tracking/closing/closed-time.ts';
import { listDayTotals } from '#/lib/tracking/days/day-totals-query.ts';
import {
  type AffectedExports,
  type ExportedTime,
  listAffectedExports,
} from '#/lib/tracking/exports/affected-exports-query.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import type { InstantRange } from '#/lib/tracking/timers/timer-filter.ts';
import { listWorkedTimes } from '#/lib/tracking/worked-time/worked-time-query.ts';

/** A timer before and after a correction. */
export type Corrected = { before: Timer; after: Timer };
type Ticket = NonNullable<Timer['ticket']>;
export type DayEffect = { userId: string; date: string; beforeMs: number; afterMs: number };
export type TicketEffect = { ticket: Ticket; userId: string; beforeMs: number; afterMs: number };
/** A member whose closed time is changed, and what closed it. */
export type ClosedEffect = { userId: string } & Closure;
/** The effect of a correction, calculated as in every list. */
export type Effect = {
  timers: Corrected[];
  days: DayEffect[];
  tickets: TicketEffect[];
  closed: ClosedEffect[];
  /** Exports that contain some of this time, before or after: the correction makes them outdated. */
  exports: AffectedExports;
};

/** Stored totals of everyone and everything that these timers touch: by day, and by ticket. */
type Totals = { days: Map<string, number>; tickets: Map<string, number> };

/** A day's instants may lie this far from its date in UTC, in any zone and with any hour at which days begin. */
const MARGIN_MS = 2 * DAY_MS;

/** OPS-9 before OPS-81; ids of tickets created in the same millisecond have no meaningful order. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Runs `change` and returns its effect: totals are summed before and after it, in its transaction. */
export async function effectOf(
  ctx: TxCtx,
  { timers, closed }: Pick<Effect, 'timers' | 'closed'>,
  now: Date,
  change: () => Promise<void>,
): Promise<Effect> {
  const affected = affectedBy(timers, now);
  const before = await totalsOf(ctx, affected, now);
  await change();
  const after = await totalsOf(ctx, affected, now);
  return {
    timers,
    closed,
    exports: await exportsOf(ctx, timers, now),
    days: differences(before.days, after.days).map(([key, beforeMs, afterMs]) => {
      const [userId, date] = key.split(' ') as [string, string];
      return { userId, date, beforeMs, afterMs };
    }),
    tickets: differences(before.tickets, after.tickets)
      .map(([key, beforeMs, afterMs]) => {
        const [userId, ticketId] = key.split(' ') as [string, string];
        return { ticket: affected.tickets.get(ticketId) as Ticket, userId, beforeMs, afterMs };
      })
      .sort((a, b) => byNumber.compare(a.ticket.key, b.ticket.key)),
  };
}

/** Only the caller's, unless they may see everyone's time. */
function exportsOf({ tx, actor }: TxCtx, timers: readonly Corrected[], now: Date): Promise<AffectedExports> {
  const { workspaceId, userId, scopes } = actor;
  const requested = { workspaceId, userId: scopes.has('timers:read_all') ? null : userId, now };
  return listAffectedExports(
    tx,
    requested,
    timers.flatMap((one) => exportedTimes(one, now)),
  );
}

/**
 * The time of a timer before and after. Time that a correction leaves alone is not changed, unless the timer itself is.
 */
function exportedTimes({ before, after }: Corrected, now: Date): ExportedTime[] {
  const hasChanged = aboutOf(before) !== aboutOf(after);
  const timesOf = (timer: Timer, other: Timer) => {
    const others = new Set(other.spans.map(spanKey));
    return timer.status === 'discarded'
      ? []
      : timer.spans.map((span) => exportedTime(timer, span, hasChanged || !others.has(spanKey(span)), now));
  };
  return [...timesOf(before, after), ...timesOf(after, before)];
}

function exportedTime(
  timer: Timer,
  { startedAt, endedAt }: Timer['spans'][number],
  isChanged: boolean,
  now: Date,
): ExportedTime {
  const { userId, type, tags, project, ticket } = timer;
  const about = { projectId: project?.id ?? null, ticketId: ticket?.id ?? null, ticketKey: ticket?.key ?? null };
  return { userId, type, tags, ...about, startedAt, endedAt: endedAt ?? now, isChanged };
}

/** Everything about a timer that an export shows, except its time. */
function aboutOf({ userId, type, title, tags, project, ticket, status, needsReview }: Timer): string {
  return JSON.stringify([userId, type, title, tags, project?.id, ticket?.id, status === 'discarded', needsReview]);
}

function spanKey({ id, startedAt, endedAt, origin }: Timer['spans'][number]): string {
  return JSON.stringify([id, startedAt, endedAt, origin]);
}

type Affected = { userIds: string[]; tickets: Map<string, Ticket>; range: InstantRange };

function affectedBy(timers: Corrected[], now: Date): Affected {
  const all = timers.flatMap(({ before, after }) => [before, after]);
  const instants = all.flatMap(({ spans }) => spans.flatMap((span) => [+span.startedAt, +(span.endedAt ?? now)]));
  return {
    userIds: [...new Set(all.map(({ userId }) => userId))].sort(),
    tickets: new Map(all.flatMap(({ ticket }) => (ticket ? [[ticket.id, ticket]] : []))),
    range: { from: new Date(Math.min(...instants) - MARGIN_MS), to: new Date(Math.max(...instants) + MARGIN_MS) },
  };
}

async function totalsOf(ctx: TxCtx, { userIds, tickets, range }: Affected, now: Date): Promise<Totals> {
  const { workspaceId, userId: actorId } = ctx.actor;
  const days = new Map<string, number>();
  for (const userId of userIds) {
    // Former members' time too: it stays, and can be wrong.
    const rule = await findPersonDays(ctx.tx, userId);
    const totals = await listDayTotals(ctx.tx, { workspaceId, userId, range, now }, rule);
    for (const { date, elapsedMs } of totals) days.set(`${userId} ${date}`, elapsedMs);
  }
  const scope = { workspaceId, userId: actorId, of: 'everyone' as const };
  if (tickets.size === 0) return { days, tickets: new Map() };
  const requested = { on: 'ticket' as const, ids: [...tickets.keys()], weekStartsAt: now, now };
  const worked = await listWorkedTimes(ctx.tx, scope, requested);
  const ofThem = worked.filter(({ userId }) => userIds.includes(userId));
  return { days, tickets: new Map(ofThem.map(({ id, userId, trackedMs }) => [`${userId} ${id}`, trackedMs])) };
}

function differences(before: Map<string, number>, after: Map<string, number>): [string, number, number][] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys
    .map((key): [string, number, number] => [key, before.get(key) ?? 0, after.get(key) ?? 0])
    .filter(([, was, is]) => was !== is);
}
