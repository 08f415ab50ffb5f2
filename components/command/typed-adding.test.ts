import { expect, test } from 'vitest';
import { readAdding } from '#/components/command/typed-adding.ts';

test.each([
  ['add 30 min to API-412', 30, 'API-412'],
  ['Add 30m', 30, ''],
  ['add 30 min to ', 30, ''],
  ['+1h30', 90, ''],
  ['+ 1:30 on rate limiter', 90, 'rate limiter'],
  ['90m to API-412 to the end', 90, 'API-412 to the end'],
  ['add 1 h 15 min to WEB-208', 75, 'WEB-208'],
])('“%s” adds %d min to “%s”', (text, minutes, to) => {
  expect(readAdding(text)).toEqual({ ms: minutes * 60_000, to });
});

test.each([
  '',
  'add',
  'add to API-412',
  'API-412',
  '412',
  'address',
  'add 25 h',
  'add 30 s',
  'add 0 min',
  'go to today',
])('“%s” adds nothing', (text) => expect(readAdding(text)).toBeNull());
