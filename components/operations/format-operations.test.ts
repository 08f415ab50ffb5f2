import { expect, test } from 'vitest';
import { formatHosts, formatReplica } from '#/components/operations/format-operations.ts';
import type { DeadLetterJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

/** A dead letter whose last response had this status. */
const dead = (host: string, status: number | null) =>
  ({
    url: `http://${host}/hooks`,
    end_reason: 'exhausted',
    last_attempt: status && { outcome: 'responded', status_code: status, detail: null, response_excerpt: null },
  }) as DeadLetterJson;

test('the error of a host is named only if all of its dead letters got it', () => {
  expect(formatHosts([dead('a.test', 500), dead('a.test', 500)])).toBe(
    'All of them were for a.test (500 Internal Server Error).',
  );
  expect(formatHosts([dead('a.test', 500), dead('a.test', 410)])).toBe('All of them were for a.test.');
  expect(formatHosts([dead('a.test', 500), dead('a.test', null)])).toBe('All of them were for a.test.');
});

test('hosts with one dead letter are not named, and the error of one host is not that of another', () => {
  expect(formatHosts([dead('a.test', 500), dead('b.test', 410)])).toBeNull();
  expect(formatHosts([dead('a.test', 404), dead('a.test', 404), dead('b.test', 410)])).toBe(
    'a.test (404 Not Found) accounts for 2 of them.',
  );
});

test.each([
  [{ lag_ms: 0, problem: null }, 'up to date'],
  [{ lag_ms: 1_240, problem: null }, '1.2 s behind'],
  [{ lag_ms: null, problem: 'unreachable' as const }, 'can’t be reached; reports read the primary'],
])('a replica that is %o is shown as “%s”', (replica, shown) => {
  expect(formatReplica(replica)).toBe(shown);
});
