import ical, { ICalCalendarMethod } from 'ical-generator';
import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import { subjectOf } from '#/lib/analytics/exports/timesheet-days.ts';

const REFRESH_SECONDS = 15 * 60;

/**
 * Entries as a calendar (RFC 5545), in UTC. The same entries give the same bytes, so that a client's ETag still
 * matches: each is stamped with its own end.
 */
export function writeCalendar(rows: readonly EntryRow[], { name, url }: { name: string; url: string }): string {
  const calendar = ical({
    name,
    url,
    prodId: { company: 'timer-service', product: 'time', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const row of rows) {
    calendar.createEvent({
      id: `${row.spanId}-${row.date}`,
      start: row.startedAt,
      end: row.endedAt,
      stamp: row.endedAt,
      summary: subjectOf(row),
      description: row.ticketTitle && row.title ? row.ticketTitle : null,
      categories: row.tags.map((tag) => ({ name: tag })),
    });
  }
  return calendar.toString();
}
