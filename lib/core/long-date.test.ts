import { expect, test } from 'vitest';
import { longDate } from '#/lib/core/long-date.ts';

test.each([
  ['2026-11-16', '16 November 2026'],
  ['1970-01-01', '1 January 1970'],
])('the day %s is formatted as %s in a sentence, in every zone', (date, words) => {
  expect(longDate(date)).toBe(words);
});
