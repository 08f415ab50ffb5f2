import type { CalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import { findCalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';

/** Whether the caller's time in this workspace has an address, and since when. @throws AppError 403 */
export function getCalendarFeed(ctx: Ctx): Promise<CalendarFeed | null> {
  authorize(ctx, 'timers:read');
  return findCalendarFeed(ctx.db, ctx.actor);
}
