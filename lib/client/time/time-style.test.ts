import { expect, test } from 'vitest';
import { hourCycleOf } from '#/lib/client/time/time-style.ts';

test.each([
  ['en-US,en;q=0.9', 'h12'],
  ['en-GB', 'h23'],
  ['de-DE, de;q=0.8', 'h23'],
  ['hi-IN', 'h12'],
  ['ja;q=0.9', 'h23'],
  ['*', 'h23'],
  ['', 'h23'],
  [null, 'h23'],
  ['x, en-US', 'h23'],
] as const)('a page requested in %j shows %s until its reader chooses', (header, cycle) => {
  expect(hourCycleOf(header)).toBe(cycle);
});
