import { describe, expect, test } from 'vitest';
import { buildCall, keyError } from '#/components/reference/try/call.ts';
import type { Field, OperationForm } from '#/components/reference/try/operation-form.ts';

function field(place: Field['place'], name: string, change: Partial<Field> = {}): Field {
  const rest = { description: 'What it is.', isRequired: place === 'path', options: null, isNumber: false };
  return { key: `${place}.${name}`, place, name, ...rest, fallback: null, example: '', ...change };
}

const FORM: OperationForm = {
  operationId: 'editThing',
  summary: 'Edit a thing',
  method: 'PATCH',
  path: '/things/{id}/parts/{part}',
  basePath: '/api/v1',
  takesKey: true,
  isForSessions: false,
  isChange: true,
  isDestructive: false,
  isInClient: true,
  fields: [
    field('path', 'id'),
    field('path', 'part'),
    field('query', 'search'),
    field('query', 'limit', { isNumber: true }),
    field('header', 'If-Match'),
  ],
  body: { isRequired: true, example: '{}' },
};
const VALUES = { 'path.id': '1', 'path.part': '2', body: '{"a":1}' };

test('a call has the filled-in values, and none of the empty ones', () => {
  expect(buildCall(FORM, { ...VALUES, 'query.search': '  ', 'header.If-Match': '"3"' })).toEqual({
    call: { method: 'PATCH', target: '/api/v1/things/1/parts/2', headers: { 'If-Match': '"3"' }, body: '{"a":1}' },
  });
});

test('values stay in their place in the URL, whatever they contain', () => {
  const values = { ...VALUES, 'path.id': 'external:a/b?c#d é', 'query.search': 'a&b=c +d', 'query.limit': '5' };
  expect(buildCall(FORM, values)).toMatchObject({
    call: { target: '/api/v1/things/external%3Aa%2Fb%3Fc%23d%20%C3%A9/parts/2?search=a%26b%3Dc+%2Bd&limit=5' },
  });
});

test('the body is sent as typed', () => {
  const body = '{\n  "big": 12345678901234567890\n}';
  expect(buildCall(FORM, { ...VALUES, body })).toMatchObject({ call: { body } });
});

test('an optional body is omitted', () => {
  const form = { ...FORM, body: { isRequired: false, example: '{}' } };
  expect(buildCall(form, { ...VALUES, body: ' \n' })).toMatchObject({ call: { body: null } });
});

describe('a call is not made', () => {
  test.each([
    ['without a value in its path', { 'path.id': ' ' }, { 'path.id': 'Enter id.' }],
    ['that leads to another path', { 'path.part': '..' }, { 'path.part': expect.stringContaining('another path') }],
    ['without its required body', { body: '' }, { body: 'Enter a body.' }],
    ['with a body that is not JSON', { body: '{a: 1}' }, { body: expect.stringMatching(/^This isn’t valid JSON/) }],
    ['with a header that can’t be sent', { 'header.If-Match': '“3”' }, { 'header.If-Match': expect.any(String) }],
  ])('%s', (_what, change, errors) => {
    expect(buildCall(FORM, { ...VALUES, ...change })).toEqual({ errors });
  });
});

test.each([
  ['', 'Enter an API key.'],
  ['ключ', 'API keys don’t contain these characters. Copy it again.'],
  [' tsk_abc ', null],
])('the key %j is checked before it is sent', (key, error) => {
  expect(keyError(key)).toBe(error);
});
