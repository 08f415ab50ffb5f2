import { expect, test } from 'vitest';
import { withoutVerb } from '#/components/command/typed-verb.ts';

test.each([
  ['switch', ''],
  ['Switch to ', ''],
  ['switch to API-412', 'API-412'],
  ['switch rate limiter', 'rate limiter'],
  ['start API-412 rate limiter', 'API-412 rate limiter'],
  ['API-412', 'API-412'],
  ['starter kit', 'starter kit'],
  ['restart the worker', 'restart the worker'],
  ['switch today', 'today'],
])('“%s” means “%s”', (text, subject) => {
  expect(withoutVerb(text)).toBe(subject);
});
