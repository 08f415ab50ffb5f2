import { expect, test } from 'vitest';
import { canResend, deliveryState, formatLastAttempt } from '#/components/endpoints/format-delivery.ts';

test.each([
  ['delivered', 'Delivered', true],
  ['dead', 'Failed', true],
  ['aborted', 'Aborted before it was sent', true],
  ['firing', 'Being sent', false],
  ['scheduled', 'Waiting', false],
  ['retrying', 'Retrying', true],
] as const)('a delivery that is %s reads %s', (status, words, resends) => {
  expect(deliveryState({ status }).label).toBe(words);
  expect(canResend({ status })).toBe(resends);
});

test('the last response is formatted as for alarms, and is empty before the first attempt', () => {
  const last_attempt = { outcome: 'responded', status_code: 404, started_at: '', duration_ms: 3 } as const;
  expect(formatLastAttempt({ last_attempt })).toBe('404 Not Found');
  expect(formatLastAttempt({ last_attempt: null })).toBeNull();
});
