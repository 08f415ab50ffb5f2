import { expect, test } from 'vitest';
import { formatLastResponse } from '#/components/alarms/drawer/format-last-response.ts';
import type { DeadLetterJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

test('a dead letter shows the result of its last attempt, and the beginning of the response', () => {
  const attempt = { outcome: 'responded', status_code: 404, duration_ms: 8, detail: null, response_excerpt: null };
  const excerpt = (last: object | null, end_reason = 'exhausted') =>
    formatLastResponse({ end_reason, last_attempt: last && { ...attempt, ...last } } as DeadLetterJson);
  expect(excerpt({ detail: 'answered 404' })).toEqual({ text: '404 Not Found', note: undefined });
  expect(excerpt({ response_excerpt: '{"error":\n  "no such hook"}' }).note).toBe('{"error": "no such hook"}');
  expect(excerpt({ response_excerpt: 'x'.repeat(500) }).note).toHaveLength(120);
  expect(excerpt({ outcome: 'tls_failed', status_code: null, detail: 'certificate has expired' })).toEqual({
    text: 'TLS connection failed',
    note: 'certificate has expired',
  });
  expect(excerpt({}, 'deadline_passed').note).toBe('Deadline passed');
  expect(excerpt(null, 'deadline_passed')).toEqual({ text: 'Deadline passed', note: undefined });
  expect(excerpt(null)).toEqual({ text: 'All attempts failed', note: undefined });
});
