import { randomBytes } from 'node:crypto';

/** 256 bits, the output size of SHA-256, so a fast unsalted hash is the right one to store. */
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Below the API's base path. */
export const CALENDAR_FEED_PATH = '/calendar-feeds';

/** The URL of a member's calendar, without its secret. */
export type CalendarFeed = { createdAt: Date; lastReadAt: Date | null };

/** 43 characters of base64url (RFC 4648, 5). */
export function newCalendarToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** False for a text that cannot be a token, which saves a hash and a query. */
export function couldBeCalendarToken(text: string): boolean {
  return TOKEN.test(text);
}
