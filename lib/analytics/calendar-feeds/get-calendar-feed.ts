import type { CalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import { findCalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';

/** The URL of the caller's calendar in this workspace, without its secret; null without one. @throws AppError 403 */
export function getCalendarFeed(ctx: Ctx): Promise<CalendarFeed | null> {
  authorize(ctx, 'timers:read');
  return findCalendarFeed(ctx.db, ctx.actor);
}
