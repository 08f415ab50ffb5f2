import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { AppError } from '#/lib/core/errors.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import { type DayTotal, listDayTotals } from '#/lib/tracking/days/day-totals-query.ts';
import { findLocalRange } from '#/lib/tracking/days/local-range-query.ts';
import { findOwnerDays } from '#/lib/tracking/days/owner-days-query.ts';
import { type DayRange, listStoredDayTotals } from '#/lib/tracking/days/stored-days-query.ts';
import { listTimerIds } from '#/lib/tracking/timers/list-timers-query.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

export type TimerPage = {
  timers: Timer[];
  nextCursor: string | null;
  days: DayTotal[];
  timeZone: string;
  now: Date;
};

/**
 * A page of the timers of a member or former member, and the time of everything that matches, by day. Days begin at the
 * hour that the member has chosen, also in another requested zone.
 * @throws AppError 403 for another member's without `timers:read_all`; 404 for an unknown member; 400 for a bad zone or
 * range
 */
export async function listTimers(ctx: Ctx, query: ListTimersQuery): Promise<TimerPage> {
  authorize(ctx, 'timers:read');
  const { workspaceId } = ctx.actor;
  const userId = query.user_id ?? ctx.actor.userId;
  if (userId !== ctx.actor.userId) authorize(ctx, 'timers:read_all');
  const own = await findOwnerDays(ctx.db, workspaceId, userId);
  const timeZone = query.time_zone ?? own.timeZone;
  if (!isTimeZone(timeZone)) throw unknownZone(timeZone);
  const rule = { timeZone, dayStartHour: own.dayStartHour };
  const range = await findLocalRange(ctx.db, query, rule);
  const now = await ctx.clock.now(ctx.db);
  const { status, tag, ticket, needs_review } = query;
  const filter = { workspaceId, userId, range, now, status, tag, ticket, needs_review };
  const { ids, nextCursor } = await listTimerIds(ctx.db, filter, query);
  const timers = await listTimersById(ctx.db, ids);
  const storedDays = timeZone === own.timeZone ? storedDaysOf(query) : null;
  const days = storedDays
    ? await listStoredDayTotals(ctx.db, { ...filter, days: storedDays }, rule)
    : await listDayTotals(ctx.db, filter, rule);
  return { timers, nextCursor, days, timeZone, now };
}

/**
 * The days of a range without a start or an end, whose totals are stored; null for any other range. One with both ends
 * is short enough to be counted from its spans, and no totals are stored by status of a timer or for part of a day.
 */
function storedDaysOf({ date, from, to, status, needs_review: review }: ListTimersQuery): DayRange | null {
  const isBounded = date !== undefined || (from !== undefined && to !== undefined);
  if (isBounded || status !== undefined || review !== undefined) return null;
  if (from instanceof Date || to instanceof Date) return null;
  return { from: from ?? null, to: to ?? null };
}

function unknownZone(name: string): AppError {
  return new AppError('time_zone_unknown', {
    detail: `"${name}" is not an IANA time zone. Use one such as "Europe/Berlin" or "UTC".`,
    fields: [{ pointer: '#/query/time_zone', detail: 'is not an IANA time zone' }],
  });
}
