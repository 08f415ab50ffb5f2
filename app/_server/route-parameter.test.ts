import { expect, test } from 'vitest';
import { decodeRouteParameter } from '#/app/_server/route-parameter.ts';

test.each([
  ['invoice%2F42', 'invoice/42'],
  ['caf%C3%A9', 'café'],
  // Decoded once: an id may contain a percent sign.
  ['50%2525', '50%25'],
])('the parameter %s of a path is %s', (encoded, decoded) => {
  expect(decodeRouteParameter(encoded)).toBe(decoded);
});

test.each(['50%', '%E0%A4%A'])('a page whose parameter is malformed (%s) is not found', (encoded) => {
  expect(() => decodeRouteParameter(encoded)).toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
});
