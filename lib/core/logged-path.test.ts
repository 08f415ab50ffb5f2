import { expect, test } from 'vitest';
import { loggedPath } from '#/lib/core/logged-path.ts';

test.each([
  ['/api/v1/calendar-feeds/secret', '/api/v1/calendar-feeds/…'],
  ['/shared/reports/secret', '/shared/reports/…'],
  ['/shared/reports/secret/unlock?next=secret', '/shared/reports/…'],
  ['/reset-password/secret', '/reset-password/…'],
  ['/invitations/secret', '/invitations/…'],
  ['/api/v1/timers?title=private', '/api/v1/timers'],
  ['/tickets/API-412', '/tickets/API-412'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
});
