import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { findMemberTimeZone } from '#/lib/accounts/users/time-zone-query.ts';
import { syncPage, syncPointOf } from '#/lib/tracking/sync/sync-point.ts';
import { listChangedTimers } from '#/lib/tracking/timers/changed-timers-query.ts';
import type { ListTimersQuery } from '#/lib/tracking/timers/timer-schemas.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

/**
 * A page of a member's timers that have changed since an instant, discarded ones included.
 * @throws AppError 403 for another member's without `timers:read_all`; 404 for a stranger
 */
export async function syncTimers(ctx: Ctx, since: Date, query: ListTimersQuery) {
  authorize(ctx, 'timers:read');
  const { workspaceId } = ctx.actor;
  const userId = query.user_id ?? ctx.actor.userId;
  if (userId !== ctx.actor.userId) authorize(ctx, 'timers:read_all');
  // Refuses who is not a member.
  await findMemberTimeZone(ctx.db, workspaceId, userId);
  const point = await syncPointOf(ctx, query.cursor);
  const changed = await listChangedTimers(ctx.db, { workspaceId, userId }, since, point, query.limit);
  const { rows, nextCursor, syncFrom } = syncPage(changed, query.limit, point);
  const timers = await listTimersById(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return { timers, nextCursor, syncFrom, now: await ctx.clock.now(ctx.db) };
}
