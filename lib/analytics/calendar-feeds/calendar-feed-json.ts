import type { CalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';

/** An address as the API shows it. */
export function calendarFeedJson({ createdAt, lastReadAt }: CalendarFeed) {
  return { created_at: createdAt.toISOString(), last_read_at: lastReadAt?.toISOString() ?? null };
}

/** An address as the feed of events tells of it: never its secret. */
export function calendarFeedFacts({ createdAt }: CalendarFeed) {
  return { created_at: createdAt.toISOString() };
}
