import { createHash } from 'node:crypto';
import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { CALENDAR_FEED_PATH, couldBeCalendarToken } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import { type CalendarOwner, takeCalendarFeed } from '#/lib/analytics/calendar-feeds/calendar-feed-store.ts';
import { writeCalendar } from '#/lib/analytics/calendar-feeds/write-calendar.ts';
import type { EntryRow } from '#/lib/analytics/exports/entry-row.ts';
import { readEntryRows } from '#/lib/analytics/exports/entry-rows-query.ts';
import { exportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import type { System } from '#/lib/context/system.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';

/** How far back a calendar reaches. */
const DAYS_BACK = 90;
/** At most this many, the latest: anyone with the URL may fetch it again and again. */
const MAX_EVENTS = 2_000;

/** A calendar that its secret URL has opened: whose it is, the name of their workspace, and when. */
export type OpenCalendar = CalendarOwner & { name: string; token: string; now: Date };

/**
 * Whose calendar is at a secret URL.
 * @throws AppError 404 `calendar_feed_not_found`, with the same message whether it was revoked, replaced or never
 * existed
 */
export async function openCalendarFeed({ db, clock }: System, token: string): Promise<OpenCalendar> {
  const now = await clock.now(db);
  const owner = couldBeCalendarToken(token) ? await takeCalendarFeed(db, hashSecret(token), now) : null;
  if (!owner) throw noFeed();
  return { ...owner, token, now };
}

/**
 * The member's own finished time of the last 90 days as a calendar, and its ETag (RFC 9110, 8.8.3), by which a client
 * checks for changes.
 */
export async function readCalendarFeed(
  db: Db,
  { token, now, name, userId, workspaceId }: OpenCalendar,
  baseUrl: string,
): Promise<{ text: string; etag: string }> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [from, to] = [day(now.getTime() - DAYS_BACK * DAY_MS), day(now.getTime() + DAY_MS)];
  const query = exportQuery.parse({ from, to, user_id: userId });
  const rows: EntryRow[] = [];
  for await (const batch of readEntryRows(db, { ...query, workspaceId, now, dayStartHour: 0 })) {
    rows.push(...batch);
    if (rows.length > 2 * MAX_EVENTS) rows.splice(0, rows.length - MAX_EVENTS);
  }
  const ended = rows.slice(-MAX_EVENTS).filter(({ isRunning }) => !isRunning);
  const url = `${baseUrl}${CALENDAR_FEED_PATH}/${token}.ics`;
  const text = writeCalendar(ended, { name: `Time, ${name}`, url });
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

function noFeed(): AppError {
  return new AppError('calendar_feed_not_found');
}
