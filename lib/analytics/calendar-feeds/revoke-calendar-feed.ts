import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { calendarFeedFacts } from '#/lib/analytics/calendar-feeds/calendar-feed-json.ts';
import { deleteCalendarFeed, findCalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/** Revokes the caller's calendar URL at once. Does nothing without one. @throws AppError 403 */
export async function revokeCalendarFeed(ctx: Ctx): Promise<void> {
  authorize(ctx, 'timers:read');
  requireSession(ctx, 'revoke a calendar address');
  await transaction(ctx, async (inner) => {
    const { userId } = inner.actor;
    const before = await findCalendarFeed(inner.tx, inner.actor);
    if (!before) return;
    await deleteCalendarFeed(inner.tx, inner.actor);
    const data = { before: calendarFeedFacts(before), after: null };
    await recordEvent(inner, { type: 'calendar_feed.revoked', subjectId: userId, userId, data });
  });
}
