import { expect, test } from 'vitest';
import { describeDevice, expiryOf, isLive, isStale } from '#/lib/accounts/sessions/session.ts';

const AT = new Date('2026-03-10T09:00:00.000Z');
const before = new Date(AT.getTime() - 1);

test('a session ends at the exact instant it expires', () => {
  expect(isLive({ expiresAt: AT, revokedAt: null }, AT)).toBe(false);
  expect(isLive({ expiresAt: AT, revokedAt: null }, before)).toBe(true);
});

test('a revoked session is dead however much time it had left', () => {
  expect(isLive({ expiresAt: AT, revokedAt: before }, before)).toBe(false);
});

test('a day of a session has 24 hours, also when clocks change', () => {
  expect(expiryOf(new Date('2026-03-28T12:00:00.000Z'), 2).toISOString()).toBe('2026-03-30T12:00:00.000Z');
});

test('the last-seen time is written once a minute', () => {
  expect(isStale(null, AT)).toBe(true);
  expect(isStale(new Date(AT.getTime() - 59_999), AT)).toBe(false);
  expect(isStale(new Date(AT.getTime() - 60_000), AT)).toBe(true);
});

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

test.each([
  [MAC, 'Firefox on macOS'],
  [EDGE, 'Edge on Windows'],
  [IPHONE, 'Safari on iPhone'],
  [ANDROID, 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['something else', 'Unknown device'],
  [null, 'Unknown device'],
])('the device of %j reads %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});
