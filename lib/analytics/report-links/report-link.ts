import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SavedQuery } from '#/lib/analytics/saved-reports/saved-report.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#/lib/core/duration.ts';

/** Maximum of a member's links that still work. */
export const MAX_REPORT_LINKS = 50;
/** Below the URL of this service. */
export const SHARED_REPORTS_PATH = '/shared/reports';
/** How long an expired link stays listed. */
export const LISTED_MS = 30 * DAY_MS;
/** How long a visitor who entered the password isn't asked for it again. */
const PASS_MS = 12 * HOUR_MS;
export const PASS_SECONDS = PASS_MS / SECOND_MS;

/** A link by which a report is read without signing in; does not contain its secret. */
export type ReportLink = {
  id: string;
  workspaceId: string;
  /** The member whose permissions it has. */
  userId: string;
  name: string;
  query: SavedQuery;
  ofOthers: boolean;
  passwordHash: string | null;
  createdAt: Date;
  expiresAt: Date;
  lastOpenedAt: Date | null;
  timesOpened: number;
};

/** Half open: a link stops working at the exact instant it expires. */
export function hasExpired({ expiresAt }: Pick<ReportLink, 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now;
}

type Locked = { id: string; passwordHash: string };

/**
 * The cookie of a browser that sent the right password: its expiry, and a MAC of it that only the server can compute
 * (HMAC-SHA-256, RFC 2104, keyed by the password's hash, so that another password voids it).
 */
export function passOf(link: Locked, now: Date): string {
  const until = now.getTime() + PASS_MS;
  return `${until}.${codeOf(link, until).toString('base64url')}`;
}

/** Whether this is a valid pass for the link; compared in constant time. */
export function isPass(link: Locked, pass: string, now: Date): boolean {
  const [until, code] = pass.split('.');
  if (!until || !code || !/^\d{1,15}$/.test(until) || Number(until) <= now.getTime()) return false;
  const [given, wanted] = [Buffer.from(code, 'base64url'), codeOf(link, Number(until))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function codeOf({ id, passwordHash }: Locked, until: number): Buffer {
  return createHmac('sha256', passwordHash).update(`${id}.${until}`).digest();
}
