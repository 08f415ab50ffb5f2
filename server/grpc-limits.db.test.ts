import { once } from 'node:events';
import { type ClientHttp2Stream, connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSecret } from '#/lib/accounts/api-keys/api-key.ts';
import type { Api } from '#/lib/api/app.ts';
import { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { openCounter } from '#/lib/api/limits/counter.ts';
import type { Actor } from '#/lib/context/context.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { ALARMS, detailsOf, grpcClient, grpcError, TIMERS } from '#/test/grpc-client.ts';
import { anyMember, byKey, serveGrpc } from '#/test/grpc-server.ts';
import { testWorld, type World } from '#/test/world.ts';

// Limits of clients before they are identified.

/** For servers without authentication. */
const KEY = 'tk_1';
const WITH_KEY = { authorization: `Bearer ${KEY}` };
const GRPC = { 'content-type': 'application/grpc', te: 'trailers' };
/** Longer than data sent together takes to arrive on a busy machine. */
const LATE_MS = 1_000;
const IDLE_MS = 500;
/** Calls that Connect serves instead of the fast path. */
const GZIP = { ...GRPC, 'grpc-encoding': 'gzip' };
/** The beginning of a message of 100 bytes. */
const BEGINNING = Buffer.from([0, 0, 0, 0, 100, 1, 2, 3]);

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

/** An API that responds on demand, and whether it was called. */
function heldApi() {
  const requested = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  const fetch = async () => {
    requested.resolve();
    await received.promise;
    return new Response('{"timer": {"id": "a"}}');
  };
  return { api: { fetch } as unknown as Api, requested: requested.promise, respond: () => received.resolve() };
}

function sessionOf(address: string) {
  const session = connectHttp2(`http://${address}`);
  onTestFinished(() => session.destroy());
  return session;
}

/** A call whose message begins and never ends. */
function endlessCall(address: string, headers: Record<string, string>): ClientHttp2Stream {
  const stream = sessionOf(address).request({ ':method': 'POST', ':path': `/${TIMERS}/GetTimer`, ...headers });
  stream.resume().write(BEGINNING);
  return stream;
}

/** The status of a call, from its trailers, or from its headers if it has nothing else. */
async function statusOf(stream: ClientHttp2Stream): Promise<number> {
  const status = Promise.withResolvers<number>();
  const see = (headers: Record<string, unknown>) => {
    if (headers['grpc-status'] !== undefined) status.resolve(Number(headers['grpc-status']));
  };
  stream.on('response', see);
  stream.on('trailers', see);
  stream.on('error', status.reject);
  return status.promise;
}

describe('a call without permission is rejected before its message has arrived', () => {
  test.each([
    ['over gRPC', GRPC],
    ['over gRPC, compressed', GZIP],
    ['with a password in place of it', { ...GRPC, authorization: 'Basic YTpi' }],
  ])('%s', async (_how, headers) => {
    const { address } = await serveGrpc(world);
    expect(await statusOf(endlessCall(address, headers))).toBe(16);
  });

  test('over Connect', async () => {
    const { address } = await serveGrpc(world);
    const [headers] = await once(endlessCall(address, { 'content-type': 'application/json' }), 'response');
    expect(headers[':status']).toBe(401);
  });

  test.each([GRPC, GZIP])('with an API key that does not exist', async (headers) => {
    const { address } = await serveGrpc(world);
    const authorization = `Bearer ${newSecret()}`;
    expect(await statusOf(endlessCall(address, { ...headers, authorization }))).toBe(16);
  });

  test.each([GRPC, GZIP])('with an API key without the scope', async (headers) => {
    const { address } = await serveGrpc(world);
    const secret = await apiKeyFor(world, await world.member(), { scopes: ['alarms:read'] });
    expect(await statusOf(endlessCall(address, { ...headers, authorization: `Bearer ${secret}` }))).toBe(7);
  });

  test('from an address that has sent too many wrong keys, even with a valid one', async () => {
    const perAddress = openCounter({ policy: 'address', limit: 2, db: null });
    const limits = new CallerLimits({ perKey: null, perAddress });
    const { address } = await serveGrpc(world, { identify: byKey(world, limits) });
    const secret = await apiKeyFor(world, await world.member());
    const statusWith = (key: string) => statusOf(endlessCall(address, { ...GRPC, authorization: `Bearer ${key}` }));
    expect([await statusWith(newSecret()), await statusWith(newSecret())]).toEqual([16, 16]);
    expect([await statusWith(newSecret()), await statusWith(secret)]).toEqual([8, 8]);
  });

  test('when the deadline passes while the caller is looked up', async () => {
    const { address } = await serveGrpc(world, { identify: () => Promise.withResolvers<Actor>().promise });
    expect(await statusOf(endlessCall(address, { ...GRPC, ...WITH_KEY, 'grpc-timeout': '50m' }))).toBe(4);
  });
});

describe('a message that does not arrive completely in time', () => {
  test('ends its call', async () => {
    const { address } = await serveGrpc(world, { identify: await anyMember(world), limits: { withinMs: LATE_MS } });
    expect(await statusOf(endlessCall(address, { ...GRPC, ...WITH_KEY }))).toBe(4);
  });

  test('ends its call, compressed', async () => {
    const { address } = await serveGrpc(world, { identify: await anyMember(world), limits: { withinMs: LATE_MS } });
    const stream = endlessCall(address, { ...GZIP, ...WITH_KEY });
    stream.on('error', () => {});
    await once(stream, 'close');
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  test('ends its connection over HTTP/1.1', async () => {
    const { address } = await serveGrpc(world, { identify: await anyMember(world), limits: { withinMs: LATE_MS } });
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const head = ['Host: x', `Authorization: Bearer ${KEY}`, 'Content-Type: application/json', 'Content-Length: 100'];
    socket.write(`POST /${TIMERS}/GetTimer HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`);
    expect(await socket.toArray()).toEqual([]);
  });

  test('does not end a call whose message has arrived', async () => {
    const { api, requested, respond } = heldApi();
    const { address } = await serveGrpc(world, { api, limits: { withinMs: LATE_MS } });
    const call = grpcClient(address, TIMERS, KEY).call('GetTimer', { id: 'a' });
    await requested;
    // Its timeout started later, and has passed.
    expect(await statusOf(endlessCall(address, { ...GRPC, ...WITH_KEY }))).toBe(4);
    respond();
    expect(await call).toMatchObject({ timer: { id: 'a' } });
  });
});

describe('the messages of all calls together', () => {
  const large = { name: 'x'.repeat(800) };

  test('are limited in bytes, over each protocol', async () => {
    const { api, requested, respond } = heldApi();
    const { address } = await serveGrpc(world, { api, limits: { mostBytes: 1_000 } });
    const alarms = grpcClient(address, ALARMS, KEY);
    const first = alarms.call('CreateAlarm', large);
    await requested;
    const error = await grpcError(alarms.call('CreateAlarm', large));
    expect(error).toMatchObject({ code: 8, details: expect.stringContaining('Send this one again') });
    expect(detailsOf(error)).toMatchObject({ RetryInfo: { retry_delay: { seconds: 1 } } });
    const send = () =>
      fetch(`http://${address}/${ALARMS}/CreateAlarm`, {
        method: 'POST',
        headers: { ...WITH_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(large),
      });
    expect((await send()).status).toBe(429);
    respond();
    await first;
    expect((await send()).status).toBe(200);
    // The bytes of a call are released when its connection reports the end of its response.
    await eventually(async () => expect(await alarms.call('CreateAlarm', large)).toBeDefined());
  });
});

describe('a connection over HTTP/2', () => {
  test('without calls is ended, even if its client leaves it open', async () => {
    const { address } = await serveGrpc(world, { limits: { idleMs: IDLE_MS } });
    const socket = connect({ port: Number(address.split(':')[1]), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0');
    const frames = Buffer.concat(await socket.toArray());
    // The last one is GOAWAY (RFC 9113, section 6.8), of 8 bytes.
    expect(frames.at(-17 + 3)).toBe(7);
  });

  test('is ended only once no call is in flight', async () => {
    const { api, requested, respond } = heldApi();
    const { address } = await serveGrpc(world, { api, limits: { idleMs: IDLE_MS } });
    const session = sessionOf(address);
    const ended = once(session, 'close');
    const stream = session.request({ ':method': 'POST', ':path': `/${TIMERS}/GetTimer`, ...GRPC, ...WITH_KEY });
    stream.resume().end(Buffer.from([0, 0, 0, 0, 3, 0x0a, 1, 0x61]));
    await requested;
    // Its timeout started later, and has passed.
    await once(sessionOf(address), 'close');
    expect(session.closed).toBe(false);
    const status = statusOf(stream);
    respond();
    expect(await status).toBe(0);
    await ended;
  });
});
