import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { deleteNotificationsBefore } from '#/lib/notifications/inbox/notification-store.ts';

const RETENTION_DAYS = 90;
const AT_A_TIME = 1_000;

/** Deletes notifications that are 90 days old, read or not, and returns how many. Events stay. */
export async function pruneNotifications(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  let purged = 0;
  for (let count = AT_A_TIME; count === AT_A_TIME; purged += count) {
    count = await deleteNotificationsBefore(ctx.db, before, AT_A_TIME);
  }
  return purged;
}
