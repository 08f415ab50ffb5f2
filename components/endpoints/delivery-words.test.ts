import { expect, test } from 'vitest';
import { canReplay, deliveryState, lastAnswerWords } from '#/components/endpoints/delivery-words.ts';

test.each([
  ['delivered', 1, 'Delivered', true],
  ['dead', 10, 'Failed', true],
  ['aborted', 0, 'Aborted before it was sent', true],
  ['firing', 1, 'Being sent', false],
  ['scheduled', 0, 'Waiting', false],
  ['scheduled', 3, 'Retrying', true],
] as const)('%s after %d tries reads %s', (status, attempts, words, replays) => {
  expect(deliveryState({ status, attempts }).words).toBe(words);
  expect(canReplay({ status, attempts })).toBe(replays);
});

test('the last answer is told as alarms tell it, and before the first try nothing is', () => {
  const last_attempt = { outcome: 'answered', status_code: 404, started_at: '', duration_ms: 3 } as const;
  expect(lastAnswerWords({ last_attempt })).toBe('404 Not Found');
  expect(lastAnswerWords({ last_attempt: null })).toBeNull();
});
