import type { CalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';

/** An address as the API shows it. */
export function calendarFeedJson({ createdAt, lastReadAt }: CalendarFeed) {
  return { created_at: createdAt.toISOString(), last_read_at: lastReadAt?.toISOString() ?? null };
}

/** A calendar address as events show it: never its secret. */
export function calendarFeedFacts({ createdAt }: CalendarFeed) {
  return { created_at: createdAt.toISOString() };
}
