import { describe, expect, test } from 'vitest';
import { LARGEST_BODY_BYTES } from '#/lib/alarms/alarms/payload.ts';
import { hook, plan, rejection, soon } from '#/test/alarm-plan.ts';

const stored = (body: object) => {
  const { payload, settings } = plan({ ...hook, ...soon, ...body });
  return { payload, settings };
};

describe('a body that is not JSON', () => {
  test('is kept as text', () => {
    const body = '<invoice id="7">\n  Zoë ☕ \u0000</invoice>';
    expect(stored({ body })).toEqual({ payload: JSON.stringify(body), settings: { body: 'text' } });
  });

  test('may be empty, which differs from no body', () => {
    expect(stored({ body: '' })).toEqual({ payload: '""', settings: { body: 'text' } });
    expect(stored({})).toEqual({ payload: null, settings: {} });
  });

  test('is kept as base64 when it is not text', () => {
    expect(stored({ body_base64: 'AP+A' })).toEqual({ payload: '"AP+A"', settings: { body: 'base64' } });
  });

  test('may be 64 KB, counted in bytes as sent', () => {
    expect(rejection({ ...hook, ...soon, body: 'x'.repeat(LARGEST_BODY_BYTES) })).toBeNull();
    expect(rejection({ ...hook, ...soon, body: '"'.repeat(LARGEST_BODY_BYTES) })).toBeNull();
    const bytes = Buffer.alloc(LARGEST_BODY_BYTES).toString('base64');
    expect(rejection({ ...hook, ...soon, body_base64: bytes })).toBeNull();
  });

  test.each<[string, object, string]>([
    ['text over 64 KB', { body: 'é'.repeat(LARGEST_BODY_BYTES / 2 + 1) }, '/body'],
    ['text with an incomplete character', { body: '\ud83d' }, '/body'],
    ['a number', { body: 42 }, '/body'],
    [
      'bytes of more than 64 KB',
      { body_base64: Buffer.alloc(LARGEST_BODY_BYTES + 1).toString('base64') },
      '/body_base64',
    ],
    ['invalid base64', { body_base64: 'AP+' }, '/body_base64'],
    ['text in addition to a payload', { body: 'x', payload: {} }, '/body'],
    ['bytes in addition to a payload', { body_base64: 'AP+A', payload: null }, '/body_base64'],
    ['text in addition to bytes', { body: 'x', body_base64: 'AP+A' }, '/body_base64'],
    ['text in a format that wraps JSON', { body: 'x', format: 'standard' }, '/body'],
    ['bytes in a format that wraps JSON', { body_base64: 'AP+A', format: 'cloudevents' }, '/body_base64'],
    ['text with a method without a body', { body: 'x', method: 'GET' }, '/body'],
    ['text for an event', { body: 'x', url: undefined, output_mode: 'event' }, '/body'],
    [
      'text with headers, of more than 64 KB together',
      { body: 'x'.repeat(LARGEST_BODY_BYTES), headers: { a: 'b' } },
      '/headers',
    ],
  ])('is rejected: %s', (_what, change, pointer) => {
    expect(rejection({ ...hook, ...soon, ...change })).toMatchObject({ code: 'input_invalid', pointers: [pointer] });
  });
});
