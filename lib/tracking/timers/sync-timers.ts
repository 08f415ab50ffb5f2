import { findMemberTimeZone } from '#/lib/accounts/users/time-zone-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { listReassignedTimers } from '#/lib/tracking/corrections/correction-store.ts';
import { syncPage, syncPointOf } from '#/lib/tracking/sync/sync-point.ts';
import type { SyncTimersQuery } from '#/lib/tracking/sync/sync-schemas.ts';
import { listChangedTimers } from '#/lib/tracking/timers/changed-timers-query.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

/**
 * A page of a member's timers that have changed since an instant, including discarded ones and those that a correction
 * gave to another member, which are shown as discarded.
 * @throws AppError 403 for another member's without `timers:read_all`; 404 for an unknown member
 */
export async function syncTimers(ctx: Ctx, query: SyncTimersQuery) {
  authorize(ctx, 'timers:read');
  const { workspaceId } = ctx.actor;
  const userId = query.user_id ?? ctx.actor.userId;
  if (userId !== ctx.actor.userId) authorize(ctx, 'timers:read_all');
  // Rejects a user who is not a member.
  await findMemberTimeZone(ctx.db, workspaceId, userId);
  const point = await syncPointOf(ctx, query.cursor);
  const changed = await listChangedTimers(ctx.db, { workspaceId, userId }, query.updated_since, point, query.limit);
  const { rows, nextCursor, syncFrom } = syncPage(changed, query.limit, point);
  const stored = await listTimersById(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const timers = await asTheirs(ctx, userId, stored);
  return { timers, nextCursor, syncFrom, now: await ctx.clock.now(ctx.db) };
}

/** A timer that now belongs to another member is shown as it was when it was theirs, and discarded. */
async function asTheirs(ctx: Ctx, userId: string, timers: Timer[]): Promise<Timer[]> {
  const gone = timers.filter((timer) => timer.userId !== userId).map(({ id }) => id);
  if (gone.length === 0) return timers;
  const facts = await listReassignedTimers(ctx.db, userId, gone);
  return timers.map((timer) => {
    const was = facts.get(timer.id);
    return was ? { ...timer, ...was, status: 'discarded' } : timer;
  });
}
