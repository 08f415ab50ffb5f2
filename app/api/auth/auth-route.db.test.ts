import { createRequire } from 'node:module';
import { NextRequest } from 'next/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { GET, POST } from '#/app/api/auth/[...nextauth]/route.ts';
import { db } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';

const APP_URL = 'https://timers.example';
const { url, onClose } = await testDatabase();

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('APP_URL', APP_URL);
  onClose(() => db().$disconnect());
  // next-auth itself reads the request from Next, which is not running here: a visitor without cookies.
  const { cache, resolve } = createRequire(import.meta.url);
  const exports = { headers: async () => new Headers(), cookies: async () => ({ getAll: () => [] }) };
  cache[resolve('next/headers')] = { exports } as NodeJS.Module;
});

/** Calls the route for a path below `/api/auth`. */
function call(path: string, init: { method: 'GET' | 'POST'; body?: string | ReadableStream; length?: number }) {
  const { method, body, length } = init;
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  if (length !== undefined) headers.set('content-length', String(length));
  const request = new NextRequest(`${APP_URL}/api/auth/${path}`, { method, body, headers, duplex: 'half' });
  const context = { params: Promise.resolve({ nextauth: path.split('/') }) };
  return method === 'GET' ? GET(request, context) : POST(request, context);
}

/** A body in chunks of 1 KB, so that its length is not stated. */
function chunked(kilobytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(stream) {
      if (sent++ < kilobytes) stream.enqueue(new TextEncoder().encode('a'.repeat(1024)));
      else stream.close();
    },
  });
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};
const headersOf = (response: Response) => Object.fromEntries(response.headers);

describe('every response of sign-in has the headers of the API', () => {
  test('with the cookie of next-auth', async () => {
    const response = await call('csrf', { method: 'GET' });
    expect([response.status, await response.json()]).toMatchObject([200, { csrfToken: expect.any(String) }]);
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('csrf-token='), expect.anything()]);
    expect(headersOf(response)).toMatchObject(HEADERS);
  });

  test('with a redirect', async () => {
    const response = await call('signin', { method: 'GET' });
    expect([response.status, response.headers.get('location')]).toEqual([302, expect.stringMatching(/\/sign-in\b/)]);
    expect(headersOf(response)).toMatchObject(HEADERS);
  });

  test('with an error', async () => {
    const response = await call('nothing', { method: 'GET' });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'path_not_found' }]);
    expect(headersOf(response)).toMatchObject({ ...HEADERS, 'content-type': 'application/problem+json' });
  });

  test('without content', async () => {
    const response = await call('_log', { method: 'POST', body: 'x', length: 1 });
    expect(response.status).toBe(204);
    expect(headersOf(response)).toMatchObject(HEADERS);
  });
});

describe('the body of a sign-in', () => {
  test('may lack a length', async () => {
    const response = await call('signout', { method: 'POST', body: chunked(1) });
    // Read, and then redirected because of its missing token.
    expect(response.status).toBe(302);
  });

  test('may be missing', async () => {
    expect((await call('signout', { method: 'POST' })).status).toBe(302);
  });

  test.each([
    ['with a length', { body: 'a', length: 17 * 1024 }],
    ['without one', { body: chunked(17) }],
  ])('of more than 16 KB is rejected (%s)', async (_what, sent) => {
    const response = await call('signout', { method: 'POST', ...sent });
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'body_too_large' }]);
  });
});
