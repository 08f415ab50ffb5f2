import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactly, takeExactly } from '#/lib/core/exact-json.ts';

const again = (text: string) => JSON.stringify(parseExactly(text));

describe('a number keeps its notation', () => {
  test.each([
    '12345678901234567890',
    '-12345678901234567890',
    '1.0',
    '0.1000',
    '-0',
    '[1152921504606846977]',
    '{"id":1152921504606846977,"b":[19.90, -0.0,-0]}',
    '{"a":0.12345678901234567890123456789}',
    '{"text":"12345678901234567890","at":"10:59:59.500Z"}',
  ])('%s', (text) => {
    expect(again(text)).toBe(text.replaceAll(', ', ','));
  });

  test('unless it has an exponent, and is then converted by JavaScript', () => {
    expect(again('[1e3,1E+2,2.50e1,1e-7]')).toBe('[1000,100,25,1e-7]');
    expect(parseExactly('[1e400,1e-99999]')).toEqual([Number.POSITIVE_INFINITY, 0]);
  });
});

test('numbers that keep their value are plain numbers', () => {
  expect(parseExactly('{"a":[0,1,-1,1.5,19.99,1234567890123456]}')).toEqual({
    a: [0, 1, -1, 1.5, 19.99, 1234567890123456],
  });
});

test('in any JSON, nothing else changes', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(again(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('a text that is not JSON is rejected as usual', () => {
  for (const text of ['', '1.0.0', '-', '{"a":01.5}', '[1.0,]']) expect(() => parseExactly(text)).toThrow(SyntaxError);
});

test('only the named members keep their notation', () => {
  const text = '{"wait":1.0,"payload":{"n":1.0},"alarms":[{"wait":2.0,"payload":2.0},7,{"payload":[3.0]}]}';
  const value = JSON.parse(text);
  takeExactly(value, parseExactly(text), ['payload', 'alarms/*/payload', 'none/*/payload']);
  expect(JSON.stringify(value)).toBe(
    '{"wait":1,"payload":{"n":1.0},"alarms":[{"wait":2,"payload":2.0},7,{"payload":[3.0]}]}',
  );
});
