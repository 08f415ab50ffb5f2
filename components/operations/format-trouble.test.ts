import { expect, test } from 'vitest';
import {
  formatFailingSince,
  formatLastHour,
  formatNextAttempt,
  formatWebhookError,
  troubledWebhooks,
} from '#/components/operations/format-trouble.ts';
import type { OperationsJson } from '#/lib/analytics/minutes/operations-schemas.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');
const ID = '0190f5fe-7c00-7a00-8000-000000000001';
const UTC = { timeZone: 'UTC', hourCycle: 'h23', dayStartHour: 0 } as const;
const trouble = {
  failing_since: '2026-03-10T08:00:00.000Z',
  failures_in_a_row: 3,
  last_hour: { attempts: 1_200, failed: 1_100 },
  last_error: { at: '2026-03-10T08:59:00.000Z', outcome: 'responded', status_code: 404, detail: null, duration_ms: 8 },
  next_attempt_at: '2026-03-10T09:00:38.000Z',
} as const;

const rowsOf = (host: object = {}, endpoint: object = {}) =>
  troubledWebhooks({
    troubled_endpoints: [
      { ...trouble, id: ID, url: 'https://acme.dev/hooks/?key=x', enabled: true, disabled_at: null, ...endpoint },
    ],
    troubled_hosts: [{ ...trouble, host: 'legacy.acme.dev', retrying: 1, dead: 4, ...host }],
  } as unknown as OperationsJson['workspace']);

test('an endpoint links to itself without showing its query, a host to its failed alarms', () => {
  expect(rowsOf().map(({ name, sends, href }) => [name, sends, href])).toEqual([
    ['acme.dev/hooks', 'Events', `/settings?webhook=${ID}#webhooks`],
    ['legacy.acme.dev', 'Alarms', '/alarms?state=retrying'],
  ]);
  expect(rowsOf({ retrying: 0 })[1]?.href).toBe('/alarms?state=dead');
});

test('a row shows since when, how often, why, and when it is retried', () => {
  const [endpoint] = rowsOf();
  if (!endpoint) throw new Error('There is no row.');
  expect(formatFailingSince(endpoint, NOW, UTC, '2026-03-10')).toBe('08:00');
  expect(formatFailingSince({ ...endpoint, failing_since: '2026-02-03T08:00:00Z' }, NOW, UTC, '2026-03-10')).toMatch(
    /3.Feb/,
  );
  expect(formatFailingSince({ ...endpoint, failing_since: null }, NOW, UTC, '2026-03-10')).toBe('–');
  expect([formatLastHour(endpoint), formatWebhookError(endpoint)]).toEqual(['1,100 of 1,200', '404 Not Found']);
  expect(formatNextAttempt(endpoint, NOW)).toMatch(/^in 38.s$/);
  expect(formatNextAttempt(endpoint, NOW + 60_000)).toBe('now');
  expect(formatNextAttempt({ ...endpoint, isDisabled: true }, NOW)).toBe('Disabled');
});
