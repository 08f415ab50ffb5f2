import { expect, test } from 'vitest';
import { retryAfterMs } from '#/lib/webhooks/sending/retry-after.ts';

const DATE = 'Tue, 10 Mar 2026 09:00:00 GMT';

test.each([
  ['0', undefined, 0],
  ['120', undefined, 120_000],
  ['120', DATE, 120_000],
  ['86400', undefined, 86_400_000],
  ['86401', undefined, 86_400_000],
  ['9'.repeat(400), undefined, 86_400_000],
  ['Tue, 10 Mar 2026 09:00:30 GMT', DATE, 30_000],
  ['Tuesday, 10-Mar-26 09:00:30 GMT', DATE, 30_000],
  ['Tue Mar 10 09:00:30 2026', DATE, 30_000],
  ['Wed, 31 Dec 2036 09:00:00 GMT', DATE, 86_400_000],
  ['Tue, 10 Mar 2026 08:00:00 GMT', DATE, 0],
  ['Tue, 10 Mar 2026 09:00:30 GMT', undefined, null],
  ['Tue, 10 Mar 2026 09:00:30 GMT', 'yesterday', null],
  [undefined, DATE, null],
  ['', DATE, null],
  ['-1', DATE, null],
  ['1.5', DATE, null],
  ['+5', DATE, null],
  ['soon', DATE, null],
  ['2026-03-10T09:00:30Z', DATE, null],
  ['Tue, 99 Mar 2026 09:00:30 GMT', DATE, null],
])('Retry-After %s in a response of %s means %s ms', (retryAfter, date, expected) => {
  expect(retryAfterMs(retryAfter, date)).toBe(expected);
});
