import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hook, plan, rejection, soon } from '#/test/alarm-plan.ts';

describe('a payload', () => {
  const KB_64 = 64 * 1024;
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const rejected = { code: 'input_invalid', pointers: ['/payload'] };
  const withPayload = (payload: unknown) => ({ ...hook, ...soon, payload });

  test.each<[string, unknown, string | null]>([
    ['none', undefined, null],
    ['null', null, 'null'],
    ['a text', 'hi', '"hi"'],
    ['a number', 0, '0'],
    ['false', false, 'false'],
    ['an object', { b: 1, a: [null] }, '{"b":1,"a":[null]}'],
    ['characters outside the basic plane', { '🙂': '日本' }, '{"🙂":"日本"}'],
  ])('may be %s', (_what, payload, text) => {
    expect(plan(withPayload(payload)).payload).toBe(text);
  });

  test('may have exactly 64 KB, counted as sent', () => {
    expect(rejection(withPayload('x'.repeat(KB_64 - 2)))).toBeNull();
    expect(rejection(withPayload('x'.repeat(KB_64 - 1)))).toEqual(rejected);
    expect(rejection(withPayload('é'.repeat(KB_64 / 2 - 1)))).toBeNull();
    expect(rejection(withPayload(`${'é'.repeat(KB_64 / 2 - 1)}x`))).toEqual(rejected);
    expect(rejection(withPayload('\n'.repeat(KB_64 / 2)))).toEqual(rejected);
  });

  test('may have 64 KB together with the headers sent with it', () => {
    const together = (headers: Record<string, string>) =>
      rejection({ ...withPayload('x'.repeat(KB_64 - 102)), headers });
    expect(together({ 'x-name': 'y'.repeat(94) })).toBeNull();
    expect(together({ 'x-name': 'y'.repeat(95) })).toEqual({ code: 'input_invalid', pointers: ['/headers'] });
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`x-${n}`, 'y'.repeat(4_000)]));
    expect(rejection({ ...hook, ...soon, headers: many })).toEqual({ code: 'input_invalid', pointers: ['/headers'] });
  });

  test('may nest 500 levels deep, and no deeper', () => {
    expect(rejection(withPayload(nested(500)))).toBeNull();
    for (const levels of [501, 10_000, 100_000]) expect(rejection(withPayload(nested(levels)))).toEqual(rejected);
  });

  test('can’t have a number that readers parse as infinity', () => {
    expect(rejection(withPayload(JSON.parse('{"a":[1e400]}')))).toEqual(rejected);
  });

  test('is returned exactly as it was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (payload) => {
        const text = plan(withPayload(payload)).payload;
        expect(JSON.parse(text ?? '')).toEqual(JSON.parse(JSON.stringify(payload)));
      }),
    );
  });
});
