import type { TxCtx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { longDate } from '#/lib/core/long-date.ts';
import { type Change, type Closure, closedBy } from '#/lib/tracking/closing/closed-time.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';

/**
 * Rejects changes to the actor's own closed time. Called by everything that edits time afterwards; measuring it (start,
 * pause, resume, stop, caps) is never rejected.
 * @throws AppError 409 `time_closed` with the day through which time is closed, or the week
 */
export async function assertNotClosed(ctx: TxCtx, changes: readonly Change[], now: Date): Promise<void> {
  const closed = closedBy(changes, await listClosedTimes(ctx.tx, ctx.actor, changes, now));
  if (closed) throw timeClosed(closed);
}

export function timeClosed(closure: Closure): AppError {
  return new AppError('time_closed', {
    detail: detailOf(closure),
    extra: {
      closed_through: closure.through,
      week_starts_on: closure.week?.startsOn ?? null,
      week_status: closure.week?.status ?? null,
    },
  });
}

function detailOf({ through, week }: Closure): string {
  if (!week) return `Time through ${longDate(through)} is closed in this workspace. Ask an admin to correct it.`;
  if (week.status === 'submitted') {
    return `The week of ${longDate(week.startsOn)} is submitted. Withdraw it to change its time.`;
  }
  return `The week of ${longDate(week.startsOn)} is approved. Ask an admin to return it.`;
}
