import type { TxCtx } from '#/lib/context/context.ts';
import { timeClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { closedBy } from '#/lib/tracking/closing/closed-time.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';
import type { ClosedEffect, Corrected } from '#/lib/tracking/corrections/effect.ts';
import { allowAsAdmin } from '#/lib/tracking/corrections/lock-timers.ts';

/**
 * Authorizes a correction of closed time and returns whose time it is. That needs the permission to correct other
 * people's time, and a reason, even for one's own.
 * @throws AppError 409 `time_closed`; 400 without a reason
 */
export async function authorizeClosedTime(
  ctx: TxCtx,
  timers: readonly Corrected[],
  reason: string | null,
  now: Date,
): Promise<ClosedEffect[]> {
  const owners = [...new Set(timers.flatMap(({ before, after }) => [before.userId, after.userId]))].sort();
  const touched: ClosedEffect[] = [];
  for (const userId of owners) {
    const ofOwner = timers.map(({ before, after }) => ({
      before: before.userId === userId ? before : null,
      after: after.userId === userId ? after : null,
    }));
    const owner = { workspaceId: ctx.actor.workspaceId, userId };
    const closed = closedBy(ofOwner, await listClosedTimes(ctx.tx, owner, ofOwner, now));
    if (closed) touched.push({ userId, through: closed.through, week: closed.week } as ClosedEffect);
  }
  const [first] = touched;
  if (!first) return [];
  if (!ctx.actor.scopes.has('admin:corrections')) throw timeClosed(first);
  allowAsAdmin(ctx, reason);
  return touched;
}
