import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** How often "last seen" and "last used" are written: a request every second must not cause a write every second. */
export const TOUCH_EVERY_MS = MINUTE_MS;

/** Live sessions of a person; one more ends the oldest. */
export const MAX_SESSIONS = 100;

export const USER_AGENT_MAX = 400;

/** The same message whether the account exists or not. */
export const WRONG_CREDENTIALS = 'Email or password is wrong. Check both and try again.';

/** A person's session on one device. */
export type Session = {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string | null;
  address: string | null;
};

type Lifetime = { expiresAt: Date; revokedAt: Date | null };

/** Half open: a session ends at the exact instant it expires. */
export function isLive(session: Lifetime, now: Date): boolean {
  return session.revokedAt === null && now < session.expiresAt;
}

export function expiryOf(createdAt: Date, days: number): Date {
  return new Date(createdAt.getTime() + days * DAY_MS);
}

/** True when something last written at `at` should be written again. */
export function isStale(at: Date | null, now: Date): boolean {
  return at === null || now.getTime() - at.getTime() >= TOUCH_EVERY_MS;
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on macOS": enough to recognize one's own devices in a list; a user agent proves nothing. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
