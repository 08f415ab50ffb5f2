import { expect, test } from 'vitest';
import { alarmsWait, formatDraining, formatWaitingSent } from '#/components/receivers/format-receiver.ts';
import type { ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';

test.each([
  [0, '0 alarms wait'],
  [1, '1 alarm waits'],
  [12, '12 alarms wait'],
  [1_000, '1,000+ alarms wait'],
])('%s reads "%s"', (count, words) => {
  expect(alarmsWait(count)).toBe(words);
});

test.each([
  [1, '1 waiting alarm is being sent.'],
  [12, '12 waiting alarms are being sent.'],
  [1_000, '1,000+ waiting alarms are being sent.'],
])('a receiver with %s waiting shows "%s"', (count, words) => {
  expect(formatWaitingSent(count)).toBe(words);
});

test.each([
  [{ waiting_count: 40, max_per_second: null, max_concurrency: null }, 'as fast as possible'],
  [{ waiting_count: 40, max_per_second: null, max_concurrency: 4 }, '4 at a time'],
  [{ waiting_count: 40, max_per_second: 2, max_concurrency: null }, '2 a second, about 20\u00a0s'],
  [{ waiting_count: 3, max_per_second: 100, max_concurrency: 4 }, '100 a second, 4 at a time, about 1\u00a0s'],
  [{ waiting_count: 1_000, max_per_second: 0.5, max_concurrency: null }, '0.5 a second, more than 33\u00a0min'],
])('draining with %j is shown as %s', (limits, words) => {
  expect(formatDraining(limits as ReceiverJson)).toBe(words);
});
