import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Api, buildApi } from '#/lib/api/app.ts';
import { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { openCounter } from '#/lib/api/limits/counter.ts';
import type { ApiBindings } from '#/lib/api/operations/operation.ts';
import { APP_URL, apiKeyFor, hubOf } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { ALARMS, detailsOf, grpcClient, grpcError, TIMERS } from '#/test/grpc-client.ts';
import { byKey, serveGrpc } from '#/test/grpc-server.ts';
import { testWorld, type World } from '#/test/world.ts';

const KB = 1024;
/** For servers without authentication. */
const KEY = 'tk_1';
const GRPC_HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/grpc', te: 'trailers' };
const TIMER = '{"timer": {"id": "a", "title": "Work"}}';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

/** An API that responds on demand, and the requests that it receives. */
function heldApi() {
  const requested = Promise.withResolvers<Request>();
  const response = Promise.withResolvers<Response>();
  const fetch = (request: Request) => {
    requested.resolve(request);
    return response.promise;
  };
  return {
    api: { fetch } as unknown as Api,
    requested: requested.promise,
    respond: () => response.resolve(new Response(TIMER)),
  };
}

describe('a shutdown of the server', () => {
  test('waits for calls in flight', async () => {
    const { api, requested, respond } = heldApi();
    const { address, end } = await serveGrpc(world, { api });
    const call = grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'a' });
    await requested;
    let hasEnded = false;
    const ended = end().then(() => {
      hasEnded = true;
    });
    const late = await grpcError(grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'b' }));
    expect(late.code).toBe(14);
    expect(hasEnded).toBe(false);
    respond();
    expect(await call).toMatchObject({ timer: { title: 'Work' } });
    await ended;
  });

  test('asks idle clients of both protocols to disconnect', async () => {
    const { api, respond } = heldApi();
    respond();
    const { address, end } = await serveGrpc(world, { api });
    const session = connectHttp2(`http://${address}`);
    await once(session, 'remoteSettings');
    const sent = await fetch(`http://${address}/${TIMERS}/GetTimer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: '{"id": "a"}',
    });
    expect(await sent.json()).toEqual({ timer: { id: 'a', title: 'Work' } });
    await Promise.all([once(session, 'close'), end(), end()]);
  });
});

describe('a shutdown of the server ends', () => {
  test('streams of health and reflection, with the reason', async () => {
    const { address, end } = await serveGrpc(world);
    const watching = grpcClient(address, 'grpc.health.v1.Health').stream('Watch', { service: '' });
    await eventually(() => expect(watching.received).toEqual([{ status: 'SERVING' }]));
    const session = connectHttp2(`http://${address}`);
    const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
    const asking = session.request({ ':method': 'POST', ':path': path, ...GRPC_HEADERS });
    // Lists services, and stays open for more.
    asking.write(Buffer.from([0, 0, 0, 0, 2, 0x3a, 0]));
    await once(asking, 'data');
    const trailers = once(asking, 'trailers');
    const ended = end();
    const shuttingDown = 'This server is shutting down. Call again.';
    expect(await watching.ended).toMatchObject({ code: 14, details: shuttingDown });
    expect((await trailers)[0]).toMatchObject({ 'grpc-status': '14', 'grpc-message': shuttingDown });
    asking.end();
    await ended;
  });

  test('connections on which nothing was received', async () => {
    const { address, end, server } = await serveGrpc(world);
    const accepted = once(server, 'connection');
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await accepted;
    await Promise.all([once(socket, 'close'), end()]);
  });
});

describe('a connection', () => {
  /** Data received for these chunks, each sent after the previous one. */
  async function repliesTo(pieces: string[]): Promise<Buffer> {
    const { api, respond } = heldApi();
    respond();
    const { address } = await serveGrpc(world, { api });
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.setNoDelay();
    const first = once(socket, 'data');
    for (const piece of pieces) {
      await new Promise((resolve) => socket.write(piece, resolve));
      await new Promise(setImmediate);
    }
    const [bytes] = await first;
    return bytes as Buffer;
  }

  test('of HTTP/2 is recognized, however its bytes are split', async () => {
    const bytes = await repliesTo(['P', 'RI * HTTP', '/2.0\r\n\r\nSM\r\n\r\n', '\0\0\0\x04\0\0\0\0\0']);
    // The server's settings.
    expect(bytes[3]).toBe(4);
  });

  test('of HTTP/1.1 is recognized, even by a method that begins the same', async () => {
    const bytes = await repliesTo(['P', 'RI', 'NT / HTTP/1.1\r\nHost: x\r\n\r\n']);
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('an error in one call ends only that call', () => {
  const apiThat = (fetch: (request: Request, bindings: ApiBindings) => Promise<Response>) =>
    ({ fetch }) as unknown as Api;

  test('when its response has a value that the message can’t hold', async () => {
    const api = apiThat(async () => new Response('{"timer": {"id": "a", "version": 3000000000}}'));
    const { address } = await serveGrpc(world, { api });
    const error = await grpcError(grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'a' }));
    expect(error).toMatchObject({ code: 13, details: expect.stringMatching(/^Something went wrong on our side/) });
  });

  test('when its error can’t be sent as a header', async () => {
    const detail = 'Half a pair: \ud83d';
    const body = JSON.stringify({ code: 'input_invalid', status: 400, detail, errors: [] });
    const { address } = await serveGrpc(world, { api: apiThat(async () => new Response(body, { status: 400 })) });
    const error = await grpcError(grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'a' }));
    expect(error).toMatchObject({ code: 3, details: 'Half a pair: \ufffd' });
  });

  test('when the operation fails after its client has disconnected', async () => {
    const [requested, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const api = apiThat(async (_request, { signal }) => {
      requested.resolve();
      if (!signal?.aborted) await once(signal as AbortSignal, 'abort');
      failed.resolve();
      throw new Error('too late');
    });
    const { address } = await serveGrpc(world, { api });
    const session = connectHttp2(`http://${address}`);
    onTestFinished(() => session.destroy());
    const stream = session.request({ ':method': 'POST', ':path': `/${TIMERS}/GetTimer`, ...GRPC_HEADERS });
    stream.end(Buffer.from([0, 0, 0, 0, 0]));
    await requested.promise;
    stream.close();
    await failed.promise;
  });

  test('when it has no host, or an invalid one', async () => {
    const { api, respond } = heldApi();
    respond();
    const { address } = await serveGrpc(world, { api });
    const path = `/${TIMERS}/ListTimers`;
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`POST ${path} HTTP/1.0\r\n\r\n`);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 400 /);
    const session = connectHttp2(`http://${address}`);
    onTestFinished(() => session.destroy());
    const stream = session.request({ ':method': 'POST', ':path': path, ':authority': '[' });
    expect((await once(stream, 'response'))[0]).toMatchObject({ ':status': 400 });
    expect(await grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'a' })).toMatchObject({ timer: { id: 'a' } });
  });
});

describe('a handwritten call', () => {
  /** The status of a call with this body, and the message received. */
  async function statusOf(body: Buffer, more: Record<string, string> = {}) {
    const { api, respond } = heldApi();
    respond();
    const { address } = await serveGrpc(world, { api });
    const session = connectHttp2(`http://${address}`);
    onTestFinished(() => session.destroy());
    const path = `/${TIMERS}/GetTimer`;
    const headers = { ':method': 'POST', ':path': path, ...GRPC_HEADERS, ...more };
    const stream = session.request(headers);
    stream.end(body);
    let status: unknown;
    stream.on('response', (found) => (status ??= found['grpc-status']));
    stream.on('trailers', (found) => (status ??= found['grpc-status']));
    const received = Buffer.concat(await stream.toArray());
    return { status: Number(status), received };
  }

  const framed = (message: Buffer, flag = 0) => Buffer.concat([Buffer.from([flag, 0, 0, 0, message.length]), message]);
  const GET_A = Buffer.from([0x0a, 1, 0x61]);

  test('gets the message', async () => {
    const { status, received } = await statusOf(framed(GET_A));
    expect([status, received.includes('Work')]).toEqual([0, true]);
  });

  test('may be compressed', async () => {
    const { status, received } = await statusOf(framed(gzipSync(GET_A), 1), { 'grpc-encoding': 'gzip' });
    expect([status, received.includes('Work')]).toEqual([0, true]);
  });

  test.each([
    ['no message', Buffer.alloc(0), {}, 3],
    ['half a message', framed(GET_A).subarray(0, 6), {}, 3],
    ['two messages', Buffer.concat([framed(GET_A), framed(GET_A)]), {}, 3],
    ['one that says it is compressed', framed(GET_A, 1), {}, 3],
    ['an invalid message', framed(Buffer.from([0x0a, 9, 1])), {}, 3],
    ['an invalid deadline', framed(GET_A), { 'grpc-timeout': 'soon' }, 3],
    ['a deadline that has passed', framed(GET_A), { 'grpc-timeout': '0m' }, 4],
  ])('with %s is rejected', async (_what, body, headers, code) => {
    expect((await statusOf(body, headers)).status).toBe(code);
  });
});

describe('the address of a caller', () => {
  const metadata = { 'x-forwarded-for': '203.0.113.9' };

  test.each([
    [false, '127.0.0.1'],
    [true, '203.0.113.9'],
  ])('behind a proxy: %s, is %s', async (isBehindProxy, expected) => {
    const { api, requested, respond } = heldApi();
    respond();
    const { address } = await serveGrpc(world, { api, isBehindProxy });
    await grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'a' }, { metadata });
    expect((await requested).headers.get('x-forwarded-for')).toBe(expected);
  });
});

describe('the limit', () => {
  test('of requests applies to calls, with when to try again', async () => {
    const perKey = openCounter({ policy: 'key', limit: 2, db: null });
    const limits = new CallerLimits({ perKey, perAddress: null });
    const { db, clock } = world;
    const { address } = await serveGrpc(world, {
      api: buildApi({ db, clock, hub: hubOf(world), appUrl: APP_URL, limits }),
      identify: byKey(world, limits),
    });
    const timers = grpcClient(address, TIMERS, await apiKeyFor(world, await world.member()));
    await timers.call('GetCurrentTimer');
    await timers.call('ListTimers');
    const error = await grpcError(timers.call('GetCurrentTimer'));
    expect(error.code).toBe(8);
    expect(detailsOf(error)).toMatchObject({
      ErrorInfo: { reason: 'RATE_LIMITED' },
      RetryInfo: { retry_delay: { seconds: expect.any(Number) } },
    });
  });

  test.each([
    ['CreateAlarm', 300 * KB, {}],
    ['CreateAlarms', 9_000 * KB, { alarms: [{}] }],
  ])('of size applies to %s', async (method, bytes, request) => {
    const { address } = await serveGrpc(world);
    const url = 'x'.repeat(bytes);
    const large = 'alarms' in request ? { alarms: [{ url }] } : { url };
    const secret = await apiKeyFor(world, await world.member());
    const error = await grpcError(grpcClient(address, ALARMS, secret).call(method, large));
    expect(error.code).toBe(8);
  });

  test('of size leaves room for large batches', async () => {
    const { address } = await serveGrpc(world);
    const alarms = grpcClient(address, ALARMS, await apiKeyFor(world, await world.member()));
    const alarm = { delay: { seconds: 60 }, url: 'https://example.com', body: 'x'.repeat(60 * KB) };
    const { results } = await alarms.call('CreateAlarms', { alarms: Array(100).fill(alarm) });
    expect(results.filter(({ created }: { created: boolean }) => created)).toHaveLength(100);
  });
});
