import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiBindings, ApiContext, ApiVariables } from '#/lib/api/operations/operation.ts';
import { CacheableText } from '#/lib/api/responses/compress.ts';
import { bodyTextOf, textResponse } from '#/lib/api/responses/text-response.ts';

const app = () => new Hono<{ Variables: ApiVariables; Bindings: ApiBindings }>();
const respond = (c: ApiContext) => textResponse(c, '{"a":1}', 201, { 'X-A': 'b' });

test('a response has its text as its body', async () => {
  const response = await app().get('/', respond).request('/');
  expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, 'b', '{"a":1}']);
});

test('for a caller that takes the text, it has no body', async () => {
  const response = await app().get('/', respond).request('/', {}, { takesText: true });
  expect([response.status, response.headers.get('x-a'), response.body]).toEqual([201, 'b', null]);
  expect(bodyTextOf(response)).toBe('{"a":1}');
});

test('a cached text is given as a text', async () => {
  const cached = (c: ApiContext) => textResponse(c, new CacheableText('all'), 200, {});
  const response = await app().get('/', cached).request('/', {}, { takesText: true });
  expect(bodyTextOf(response)).toBe('all');
});

test('a response that replaces another one has its text as its body', async () => {
  const failing = app()
    .use(async (_, next) => {
      await next();
      throw new Error('after the response');
    })
    .get('/', respond)
    .onError((error, c) => textResponse(c, error.message, 500, {}));
  const response = await failing.request('/', {}, { takesText: true });
  expect([response.status, bodyTextOf(response) ?? (await response.text())]).toEqual([500, 'after the response']);
});
