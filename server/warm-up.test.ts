import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { warmUp } from '#/server/warm-up.ts';

test('a few pages are requested signed out, one after the other', async () => {
  const rawRequest: [string | undefined, string | undefined][] = [];
  const respondWithPage: RequestListener = (request, response) => {
    rawRequest.push([request.url, request.headers.cookie]);
    // Signed-out visitors are redirected to sign in; the redirect is not followed.
    if (request.url === '/') response.writeHead(307, { Location: '/sign-in' });
    response.end('page');
  };
  await warmUp(respondWithPage);
  expect(rawRequest).toEqual([
    ['/offline', undefined],
    ['/sign-in', undefined],
    ['/', undefined],
  ]);
});

test('a page whose response breaks off does not keep the server from starting', async () => {
  await expect(warmUp((_request, response) => response.destroy())).resolves.toBeUndefined();
});
