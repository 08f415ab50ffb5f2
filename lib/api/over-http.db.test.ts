import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { DOCUMENT } from '#/test/api-contract.ts';
import { type ApiServer, serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// Cases that need a real connection: chunked bodies, wrong Content-Length headers, clients that disconnect.

let world: World;
let maya: Ctx;
let api: ApiServer;
let authorization: string;

beforeAll(async () => {
  world = await testWorld();
  api = await serveApi(world);
  maya = await world.member();
  authorization = `Bearer ${await apiKeyFor(world, maya)}`;
});

/** Sends the parts as chunks (RFC 9112, section 7.1), without a Content-Length. */
function chunked(path: string, parts: string[], headers: Record<string, string> = {}): Promise<Response> {
  const body = Readable.from(parts.map((part) => Buffer.from(part)));
  const request = { method: 'POST', body, duplex: 'half', headers: { authorization, ...headers } };
  return fetch(api.url + path, request as unknown as RequestInit);
}

/** Writes bytes to the server's port and returns what it sends until it closes. */
async function raw(lines: string[]): Promise<string> {
  const url = new URL(api.url);
  const socket = connect(Number(url.port), url.hostname);
  socket.end(lines.join('\r\n'));
  return text(socket);
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body over 256 KB is rejected', () => {
  const large = JSON.stringify({ title: 'x'.repeat(300_000) });

  test('when it declares its length', async () => {
    const response = await expectUnchanged(world, () =>
      fetch(`${api.url}/timers/start`, { method: 'POST', body: large, headers: { authorization, ...JSON_TYPE } }),
    );
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('when it is chunked and declares no length', async () => {
    const parts = Array.from({ length: 30 }, (_, part) => large.slice(part * 10_000, (part + 1) * 10_000));
    const response = await expectUnchanged(world, () => chunked('/timers/start', parts, JSON_TYPE));
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'body_too_large' }]);
  });

  test('unread, from an unauthenticated client', async () => {
    const response = await fetch(`${api.url}/timers/start`, { method: 'POST', body: large, headers: JSON_TYPE });
    expect(response.status).toBe(401);
  });

  test('when it declares both a length and chunks, as request smuggling does', async () => {
    const reply = await expectUnchanged(world, () =>
      raw([
        'POST /api/v1/timers/start HTTP/1.1',
        'Host: timers.test',
        `Authorization: ${authorization}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        'Transfer-Encoding: chunked',
        '',
        '2',
        '{}',
        '0',
        '',
        '',
      ]),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('a client that disconnects in the middle of a body changes nothing, and is not logged as an error', async () => {
  const done = vi.spyOn(log, 'debug');
  const complained = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
  await expectUnchanged(world, async () => {
    await raw([
      'POST /api/v1/timers/start HTTP/1.1',
      'Host: timers.test',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      '',
      '{"title":"half',
    ]);
    await eventually(() => expect(done).toHaveBeenCalledWith(expect.objectContaining({ status: 400 }), 'api'));
  });
  expect(complained.flatMap(({ mock }) => mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});

test('the path of the socket rejects a plain request with 426', async () => {
  const response = await fetch(`${api.url}/ws`, { headers: { authorization } });
  expect([response.status, await response.json()]).toMatchObject([426, { code: 'upgrade_required' }]);
  expect([response.headers.get('upgrade'), response.headers.get('connection')]).toEqual(['websocket', 'Upgrade']);
});

test.each(['gzip', 'br', 'identity, gzip'])(
  'a body encoded as %s is rejected with what is allowed',
  async (encoding) => {
    const headers = { authorization, ...JSON_TYPE, 'content-encoding': encoding };
    const response = await expectUnchanged(world, () =>
      fetch(`${api.url}/timers/start`, { method: 'POST', body: '{}', headers }),
    );
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { code: 'content_type_unsupported', errors: [{ pointer: '#/header/Content-Encoding' }] },
    ]);
    expect(response.headers.get('accept-encoding')).toBe('identity');
  },
);

test('a small body in chunks is read like any other', async () => {
  const response = await chunked('/timers/start', ['{"tit', 'le":"In ', 'parts Ж"}'], JSON_TYPE);
  expect([response.status, await response.json()]).toMatchObject([201, { timer: { title: 'In parts Ж' } }]);
});

test('a write without body, length or type works as from curl -X POST', async () => {
  const current = await fetch(`${api.url}/timers/current`, { headers: { authorization } });
  const { timer } = (await current.json()) as { timer: { id: string } };
  const response = await fetch(`${api.url}/timers/${timer.id}/stop`, { method: 'POST', headers: { authorization } });
  expect([response.status, await response.json()]).toMatchObject([200, { changed: true }]);
});

test('the OpenAPI document is available to anyone', async () => {
  const response = await fetch(`${api.url}/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await response.json()).toEqual(DOCUMENT);
});

test('HEAD responds like GET, without a body', async () => {
  const response = await fetch(`${api.url}/me`, { method: 'HEAD', headers: { authorization } });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

describe('a long response', () => {
  const encodingOf = async (path: string, accepted: string) => {
    const headers = { authorization, 'accept-encoding': accepted };
    const response = await fetch(api.url + path, { headers });
    return [response.headers.get('content-encoding'), await response.text()] as const;
  };

  test.each(['br', 'gzip'])('is compressed for readers of %s, with the same content', async (accepted) => {
    const [plain, text] = await encodingOf('/openapi.json', 'identity');
    expect(plain).toBeNull();
    expect(await encodingOf('/openapi.json', accepted)).toEqual([accepted, text]);
  });

  test('is compressed, unlike short responses and streams', async () => {
    expect((await encodingOf('/time', 'br, gzip'))[0]).toBeNull();
    const leaving = new AbortController();
    const headers = { authorization, 'accept-encoding': 'br, gzip' };
    const stream = await fetch(`${api.url}/stream`, { headers, signal: leaving.signal });
    expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null]);
    leaving.abort();
  });
});

test.each(['PUT', 'DELETE', 'TRACE'])('%s is rejected with the methods of the path', async (method) => {
  const reply = await raw([`${method} /api/v1/time HTTP/1.1`, 'Host: timers.test', 'Connection: close', '', '']);
  expect(reply).toMatch(/^HTTP\/1\.1 405 /);
  expect(reply).toMatch(/^allow: GET, HEAD, OPTIONS\r$/im);
});

/** Sends the head of a request with this first line, and returns the response. */
const requests = (first: string, ...headers: string[]) =>
  raw([first, 'Host: elsewhere.test', 'Connection: close', ...headers, '', '']);

describe('a request target', () => {
  test('in absolute-form is routed by its path, as a proxy sends it', async () => {
    expect(await requests('GET http://timers.test/api/v1/time HTTP/1.1')).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*"server_time"/,
    );
    expect(await requests('GET http://timers.test HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 [\s\S]*a page/);
  });

  test('of the server as a whole is for OPTIONS', async () => {
    expect(await requests('OPTIONS * HTTP/1.1')).toMatch(/^HTTP\/1\.1 204 [\s\S]*Allow: GET, /);
    expect(await requests('GET * HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await requests('GET ftp://timers.test/api/v1/time HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test.each(['/api', '/api/', '/api/v1', '/api/v2/timers', '/api/health/x', '/api/auth', '/api?x=1'])(
  'an unknown path under /api is a problem document: %s',
  async (path) => {
    const response = await fetch(new URL(path, api.url), { headers: { authorization } });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'path_not_found' }]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-request-id')).toBeTruthy();
  },
);

describe('a client that waits for 100 Continue', () => {
  const body = '{"title":"Sent when told"}';
  const head = (length: number, ...headers: string[]) =>
    [
      'POST /api/v1/timers/start HTTP/1.1',
      'Host: timers.test',
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'Expect: 100-continue',
      ...headers,
      '',
      '',
    ].join('\r\n');

  /** Writes the head, then the body after 100 Continue, and returns everything received until the server closes. */
  async function sendOnContinue(length: number, ...headers: string[]): Promise<string> {
    const url = new URL(api.url);
    const socket = connect(Number(url.port), url.hostname);
    socket.write(head(length, ...headers));
    let got = '';
    for await (const chunk of socket) {
      got += chunk;
      if (got === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body);
    }
    return got;
  }

  test('gets 100 Continue, and its body is read', async () => {
    const got = await sendOnContinue(body.length, `Authorization: ${authorization}`, 'Connection: close');
    expect(got).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 [\s\S]*Sent when told/);
  });

  test.each([
    ['too long a body', 413, 300_000, true],
    ['no key', 401, body.length, false],
  ])('is rejected before it sends anything, with %s', async (_what, status, length, hasKey) => {
    const got = await expectUnchanged(world, () =>
      sendOnContinue(length, ...(hasKey ? [`Authorization: ${authorization}`] : [])),
    );
    expect(got).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(got).not.toContain('100 Continue');
  });
});
