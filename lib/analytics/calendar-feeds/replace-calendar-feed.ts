import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { type CalendarFeed, newCalendarToken } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import { calendarFeedFacts } from '#/lib/analytics/calendar-feeds/calendar-feed-json.ts';
import { findCalendarFeed, saveCalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Creates a secret URL for the caller's calendar; an earlier one stops working at once. Requires a session: a key could
 * otherwise create something that outlives it.
 * @throws AppError 403 `forbidden`, `session_required`
 */
export async function replaceCalendarFeed(ctx: Ctx): Promise<{ feed: CalendarFeed; token: string }> {
  authorize(ctx, 'timers:read');
  requireSession(ctx, 'create a calendar address');
  const token = newCalendarToken();
  return transaction(ctx, async (inner) => {
    const { userId } = inner.actor;
    const createdAt = await inner.clock.now(inner.tx);
    const before = await findCalendarFeed(inner.tx, inner.actor);
    await saveCalendarFeed(inner.tx, inner.actor, { tokenHash: hashSecret(token), createdAt });
    const feed = { createdAt, lastReadAt: null };
    const data = { before: before && calendarFeedFacts(before), after: calendarFeedFacts(feed) };
    const type = before ? 'calendar_feed.rotated' : 'calendar_feed.created';
    await recordEvent(inner, { type, subjectId: userId, userId, data }, createdAt);
    return { feed, token };
  });
}
