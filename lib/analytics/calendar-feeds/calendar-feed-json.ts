import type { CalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';

/** A calendar URL as the API shows it. */
export function calendarFeedJson({ createdAt, lastReadAt }: CalendarFeed) {
  return { created_at: createdAt.toISOString(), last_read_at: lastReadAt?.toISOString() ?? null };
}

/** A calendar URL in events: never its secret. */
export function calendarFeedFacts({ createdAt }: CalendarFeed) {
  return { created_at: createdAt.toISOString() };
}
