import { once } from 'node:events';
import { connect } from 'node:net';
import { encode } from 'next-auth/jwt';
import { describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { env } from '#/lib/core/env.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { APP_URL, apiKeyFor, INSTANCES } from '#/test/api-client.ts';
import { serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import { byNumber, FeedWriters, seeded } from '#/test/feed-writers.ts';
import { breakableClock, editMemberWithWork, revokeKeyWithWork } from '#/test/revocations.ts';
import { scaled } from '#/test/scale.ts';
import {
  events,
  messagesOf,
  openSocket,
  portOf,
  receives,
  type SocketClient,
  type SocketMessage,
  sendMessage,
  subscribe,
} from '#/test/socket-client.ts';
import { socketByKey, socketScene, startWork } from '#/test/socket-scene.ts';

const PING_MS = 15_000;
const STREAMS_PER_KEY = 5;
/** How often the client connects and disconnects. */
const LIVES = scaled(6, 60);

const scene = socketScene({}, { STREAMS_PER_KEY: String(STREAMS_PER_KEY) });

const open = (headers: Record<string, string> = {}) => openSocket(scene.server, headers);

const byKey = (ctx: Ctx, secret?: string) => socketByKey(scene, ctx, secret);
const titles = (client: SocketClient) =>
  events(client).map(({ type, timer }) => `${type} ${(timer as { title: string }).title}`);

describe('no one can connect', () => {
  test('with a key that does not exist', async () => {
    const client = open({ authorization: 'Bearer tsk_nonsense' });
    await eventually(() => expect(client.closed.status).toBe(401));
  });

  test('a client that never signs in', async () => {
    const impatient = await serveApi(scene.world, { authenticateWithinMs: 300 });
    const client = openSocket(impatient);
    await eventually(() => expect(client.closed.code).toBe(4401));
    expect(messagesOf(client, 'hello')[0]).toMatchObject({ authenticated: false, authenticate_within_ms: 300 });
  });

  test('with a wrong key as first message', async () => {
    const client = open();
    await receives(client, 'hello');
    sendMessage(client, { type: 'authenticate', token: 'tsk_nonsense', ref: 1 });
    await eventually(() => expect(client.closed.code).toBe(4401));
    expect(messagesOf(client, 'error')[0]).toMatchObject({ ref: 1, code: 'api_key_invalid' });
  });

  test('by the cookie that a browser sends for a page of another site', async () => {
    const client = open({ cookie: await cookieOf(scene.maya), origin: 'https://evil.example' });
    await receives(client, 'hello');
    expect(messagesOf(client, 'hello')[0]).toMatchObject({ authenticated: false });
    sendMessage(client, { type: 'subscribe', topics: ['timers'], ref: 1 });
    await receives(client, 'error');
    expect(messagesOf(client, 'error')[0]).toMatchObject({ ref: 1, code: 'unauthenticated' });
  });

  test('on another path', async () => {
    const socket = new WebSocket(`${scene.server.url.replace('http', 'ws')}/wss`);
    socket.on('error', () => {});
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(404);
    socket.terminate();
  });

  // Each process counts its own open streams (docs/live-updates.md).
  if (INSTANCES === 1) {
    test('with more sockets and streams than a key may have at once, and again once one is closed', async () => {
      const secret = await apiKeyFor(scene.world, scene.maya);
      const clients = [];
      for (let count = 0; count < STREAMS_PER_KEY - 1; count += 1) clients.push(await byKey(scene.maya, secret));
      const authorization = `Bearer ${secret}`;
      const stream = await fetch(`${scene.server.url}/stream`, { headers: { authorization } });
      const more = open({ authorization });
      await eventually(() => expect(more.closed.status).toBe(429));
      const rejected = await fetch(`${scene.server.url}/stream`, { headers: { authorization } });
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
      expect(await rejected.json()).toMatchObject({ code: 'too_many_streams' });
      const late = open();
      await receives(late, 'hello');
      sendMessage(late, { type: 'authenticate', token: secret });
      await eventually(() => expect(late.closed.code).toBe(4429));
      await stream.body?.cancel();
      clients[0]?.socket.close();
      await eventually(async () => {
        const again = open({ authorization });
        await eventually(() => expect(messagesOf(again, 'hello').length + Number(again.closed.status === 429)).toBe(1));
        expect(again.closed.status).toBeNull();
      });
    });
  }
});

/** The response to a handshake written by hand. */
async function responseTo(first: string, headers: string[]): Promise<string> {
  const client = connect(Number(new URL(scene.server.url).port), '127.0.0.1');
  const lines = [first, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', ...headers];
  client.write(`${lines.join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = await client.toArray();
  return Buffer.concat(chunks).toString();
}

/** The first line of it. */
async function shake(...headers: string[]): Promise<string> {
  const reply = await responseTo('GET /api/v1/ws HTTP/1.1', headers);
  return reply.split('\r\n', 1)[0] ?? '';
}

describe('an invalid handshake', () => {
  test.each([
    ['GET', 'HTTP/1.1 400 Bad Request', 'handshake_invalid', 'Sec-WebSocket-Version: 13'],
    ['POST', 'HTTP/1.1 405 Method Not Allowed', 'method_not_allowed', 'Allow: GET'],
  ])('by %s gets the same response as a rejected API request', async (method, status, code, header) => {
    const reply = await responseTo(`${method} /api/v1/ws HTTP/1.1`, ['X-Request-Id: mine.1']);
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    const lines = head.split('\r\n');
    expect(lines[0]).toBe(status);
    const always = ['X-Request-Id: mine.1', 'X-Content-Type-Options: nosniff', 'Cache-Control: no-store'];
    expect(lines).toEqual(
      expect.arrayContaining([header, ...always, 'Content-Type: application/problem+json', 'Connection: close']),
    );
    expect(JSON.parse(body)).toMatchObject({ code, request_id: 'mine.1' });
  });

  test('of another version gets the supported version', async () => {
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    const reply = await responseTo('GET /api/v1/ws HTTP/1.1', [key, 'Sec-WebSocket-Version: 7']);
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining(['HTTP/1.1 426 Upgrade Required', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']),
    );
    expect(JSON.parse(body)).toMatchObject({ code: 'upgrade_required' });
  });

  test('takes no stream slot of its key, however often it is sent', async () => {
    const authorization = `Bearer ${await apiKeyFor(scene.world, scene.maya)}`;
    for (let count = 0; count < 3 * STREAMS_PER_KEY; count += 1) {
      expect(await shake(`Authorization: ${authorization}`)).toBe('HTTP/1.1 400 Bad Request');
    }
    const stream = await fetch(`${scene.server.url}/stream`, { headers: { authorization } });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  test('takes no slot of its address either', async () => {
    for (let count = 0; count < 25; count += 1) expect(await shake()).toBe('HTTP/1.1 400 Bad Request');
    await receives(open(), 'hello');
  });
});

/** A signed-in browser's cookie. */
async function cookieOf(ctx: Ctx): Promise<string> {
  const device = { userAgent: null, address: null };
  const token = await startSession(scene.world, { userId: ctx.actor.userId, device, days: 30 });
  return `next-auth.session-token=${await encode({ token, secret: env().AUTH_SECRET })}`;
}

describe('a client can connect', () => {
  test.each([
    ['by a header', async () => byKey(scene.maya)],
    [
      'by a cookie from our own page',
      async () => {
        const client = open({ cookie: await cookieOf(scene.maya), origin: APP_URL });
        await receives(client, 'hello');
        return client;
      },
    ],
    [
      'by a first message',
      async () => {
        const client = open();
        await receives(client, 'hello');
        sendMessage(client, { type: 'authenticate', token: await apiKeyFor(scene.world, scene.maya), ref: 'a' });
        await eventually(() => expect(messagesOf(client, 'ack')[0]?.ref).toBe('a'));
        return client;
      },
    ],
  ])('%s, and receives what it subscribes to', async (_how, enter) => {
    const client = await enter();
    await subscribe(client, ['timers']);
    const { timer } = await startWork(scene.maya);
    await receives(client, 'timer.started');
    expect(messagesOf(client, 'timer.started')[0]).toEqual({
      type: 'timer.started',
      id: expect.stringMatching(/^\d+$/),
      topic: 'timers',
      cursor: expect.any(String),
      timer: expect.objectContaining({ id: timer.id, title: 'Work', status: 'running' }),
      since_version: null,
      spans: [expect.objectContaining({ origin: 'live', ended_at: null })],
      removed_spans: [],
      cycles: [],
      actor: { kind: 'session', id: expect.any(String), user_id: scene.maya.actor.userId },
      request_id: 'test',
      server_time: timer.startedAt.toISOString(),
    });
  });
});

describe('topics', () => {
  test('deliver by name: mine, everyone’s, one alarm, alarms of a name, all alarms', async () => {
    const leo = await scene.world.member({ workspaceId: scene.maya.actor.workspaceId, role: 'member' });
    const outsider = await scene.world.member();
    const input = createAlarmInput.parse({ delay: '1h', url: 'https://example.com/hook', name: 'Backup' });
    const { alarm } = await createAlarm(scene.maya, input);
    const client = await byKey(scene.maya);
    const topics = ['timers', 'workspace_timers', `alarm:${alarm.id}`, 'alarms:Backup', 'alarms:Other', 'alarms'];
    expect(await subscribe(client, topics)).toMatchObject({ type: 'ack', topics, cursor: expect.any(String) });
    await startWork(outsider);
    await startWork(leo);
    await startWork(scene.maya);
    await abortAlarm(scene.maya, { id: alarm.id, ifMatch: null });
    await receives(client, 'alarm.aborted', 3);
    await receives(client, 'alarms.changed');
    const received = events(client).map(({ type, topic }) => `${topic} ${type}`);
    expect(received).toEqual([
      'workspace_timers timer.started',
      'timers timer.started',
      'workspace_timers timer.started',
      `alarm:${alarm.id} alarm.aborted`,
      'alarms:Backup alarm.aborted',
      'alarms alarm.aborted',
    ]);
  });

  test('deliver nothing once unsubscribed, and each event once if subscribed twice', async () => {
    const client = await byKey(scene.maya);
    await subscribe(client, ['timers', 'alarms']);
    await subscribe(client, ['timers']);
    await startWork(scene.maya, 'One');
    await receives(client, 'timer.started');
    sendMessage(client, { type: 'unsubscribe', topics: ['timers'], ref: 'u' });
    await eventually(() => expect(client.received.at(-1)?.ref).toBe('u'));
    await startWork(scene.maya, 'Two');
    const seeing = await byKey(scene.maya);
    await subscribe(seeing, ['timers']);
    await startWork(scene.maya, 'Three');
    await receives(seeing, 'timer.started');
    expect(titles(client)).toEqual(['timer.started One']);
  });

  test.each([
    ['of everyone, for a member', ['workspace_timers'], { code: 'forbidden', required_scope: 'timers:read_all' }],
    ['that do not exist', ['weather'], { code: 'input_invalid' }],
    ['by the hundred and one', Array(101).fill('timers'), { code: 'input_invalid' }],
  ])('%s are rejected, and the socket stays open', async (_which, topics, expected) => {
    const leo = await scene.world.member({ workspaceId: scene.maya.actor.workspaceId, role: 'member' });
    const client = await byKey(leo);
    expect(await subscribe(client, topics)).toMatchObject({ type: 'error', ...expected });
    await subscribe(client, ['timers']);
    await startWork(leo);
    await receives(client, 'timer.started');
  });
});

describe('a bad message gets an error, and does not end the socket', () => {
  test.each([
    ['no JSON', 'hello', 'json_malformed'],
    ['bytes', Buffer.from([1, 2, 3]), 'json_malformed'],
    ['null', 'null', 'input_invalid'],
    ['an unknown type', { type: 'publish', ref: 9 }, 'input_invalid'],
    ['an extra field', { type: 'subscribe', topics: ['timers'], from: 1, ref: 9 }, 'input_invalid'],
    ['a second key', { type: 'authenticate', token: 'x', ref: 9 }, 'already_authenticated'],
  ])('%s', async (_what, message, code) => {
    const client = await byKey(scene.maya);
    if (Buffer.isBuffer(message)) client.socket.send(message);
    else sendMessage(client, message);
    await receives(client, 'error');
    const ref = typeof message === 'object' && !Buffer.isBuffer(message) ? 9 : undefined;
    expect(messagesOf(client, 'error')[0]).toMatchObject({ code, ...(ref && { ref }), detail: expect.any(String) });
    sendMessage(client, { type: 'ping', ref: 'still here' });
    await receives(client, 'pong');
  });

  test('a flood of messages ends the socket', async () => {
    const client = await byKey(scene.maya);
    for (let count = 0; count < 300; count += 1) sendMessage(client, { type: 'ping' });
    await eventually(() => expect(client.closed.code).toBe(4429));
  });

  test('a message of a megabyte ends the socket', async () => {
    const client = await byKey(scene.maya);
    sendMessage(client, 'x'.repeat(1024 * 1024));
    await eventually(() => expect(client.closed.code).toBe(1009));
  });
});

describe('a socket ends', () => {
  test('with 4401 when its key is revoked', async () => {
    const client = await byKey(scene.maya);
    const [key] = await scene.world.db.apiKey.findMany({ where: { userId: scene.maya.actor.userId } });
    await revokeApiKey(scene.maya, { id: key?.id ?? '' });
    await eventually(() => expect(client.closed.code).toBe(4401));
  });

  test('with 4401 when its member is disabled, with 4403 when its permissions shrink', async () => {
    const workspaceId = scene.maya.actor.workspaceId;
    const [leo, ida] = await Promise.all([scene.world.member({ workspaceId }), scene.world.member({ workspaceId })]);
    const [theirs, hers, own] = [await byKey(leo), await byKey(ida), await byKey(scene.maya)];
    await editMember(scene.maya, { user_id: leo.actor.userId, disabled: true });
    await editMember(scene.maya, { user_id: ida.actor.userId, role: 'member' });
    await eventually(() => expect([theirs.closed.code, hers.closed.code]).toEqual([4401, 4403]));
    expect(own.closed.code).toBeNull();
  });

  test.each(['before', 'after'])('without sending what was committed with its revocation, %s it', async (order) => {
    const client = await byKey(scene.maya);
    await subscribe(client, ['timers']);
    await revokeKeyWithWork(scene.world, scene.maya, order);
    await eventually(() => expect(client.closed.code).toBe(4401));
    expect(events(client)).toEqual([]);
  });

  test('with 1013 when its key can’t be checked, and sends nothing meanwhile', async () => {
    const { clock, breakDown } = breakableClock(scene.world.clock);
    const client = openSocket(await serveApi(scene.world, { clock }), {
      authorization: `Bearer ${await apiKeyFor(scene.world, scene.maya)}`,
    });
    await receives(client, 'hello');
    await subscribe(client, ['workspace_timers']);
    breakDown();
    await editMemberWithWork(scene.maya);
    await eventually(() => expect(client.closed.code).toBe(1013));
    expect(events(client)).toEqual([]);
  });

  test('with 1001 when the server shuts down, and at once if it opens only then', async () => {
    const hub = new FeedHub(scene.world.db, scene.world.database.url);
    const leaving = await serveApi(scene.world, { hub });
    const headers = { authorization: `Bearer ${await apiKeyFor(scene.world, scene.maya)}` };
    const closed = async () => {
      const socket = new WebSocket(`${leaving.url}/ws`, { headers });
      await once(socket, 'open');
      return once(socket, 'close').then(([code]) => code);
    };
    const early = closed();
    await eventually(() => expect(leaving.sockets.size()).toBe(1));
    hub.shutdown.announce();
    expect([await early, await closed()]).toEqual([1001, 1001]);
  });

  test('without a close frame when its client answers no ping, and with 4401 once its key expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const expiresAt = new Date((await scene.world.clock.now()).getTime() + 10_000);
    const expiring = await byKey(scene.maya, await apiKeyFor(scene.world, scene.maya, { expiresAt }));
    const alive = await byKey(scene.maya);
    const dead = await byKey(scene.maya);
    // Stops reading, and so answers no ping.
    dead.socket.pause();
    scene.world.clock.advance(PING_MS);
    await vi.advanceTimersByTimeAsync(PING_MS);
    await receives(alive, 'ping');
    expect(messagesOf(alive, 'ping')[0]).toMatchObject({ cursor: expect.any(String), server_time: expect.any(String) });
    await eventually(() => expect(expiring.closed.code).toBe(4401));
    await vi.advanceTimersByTimeAsync(PING_MS);
    dead.socket.resume();
    await eventually(() => expect(dead.closed.code).toBe(1006));
    expect(alive.closed.code).toBeNull();
  });
});

test('a client that does not read is cut off, and continues without a gap when it reconnects', async () => {
  const client = await byKey(scene.maya);
  const { cursor } = await subscribe(client, ['timers']);
  // Some of it arrives.
  scene.server.stalled.stall(portOf(client), 1_000_000);
  const big = `insert into events (workspace_id, user_id, type, subject_id, actor, data)
    select $1, $2, 'timer.edited', $1, '{"kind": "worker", "id": "test"}',
           jsonb_build_object('timer', jsonb_build_object('title', repeat('x', 200000)))
    from generate_series(1, 20)`;
  for (let round = 0; round < 3; round += 1) {
    await scene.world.database.pool.query(big, [scene.maya.actor.workspaceId, scene.maya.actor.userId]);
    await startWork(scene.maya, `Round ${round}`);
  }
  await eventually(() => expect(scene.server.sockets.size()).toBe(0));
  await eventually(() => expect(client.closed.code).toBe(1006));
  const seen = events(client);
  expect(seen.length).toBeLessThan(60);
  const again = await byKey(scene.maya);
  await subscribe(again, ['timers'], { last_event_id: seen.at(-1)?.cursor ?? cursor });
  const ids = () => [...seen, ...events(again)].map(({ id }) => id);
  const { rows } = await scene.world.database.pool.query(
    `select id::text from events where workspace_id = $1 and type like 'timer.%' order by events.id`,
    [scene.maya.actor.workspaceId],
  );
  await eventually(() => expect(ids()).toEqual(rows.map(({ id }) => id)));
});

test('a client that reconnects often while many commit out of order ends with exactly the feed', async () => {
  const { workspaceId, userId } = scene.maya.actor;
  const writers = new FeedWriters(scene.world.database.pool, { workspaceId, userId }, 5);
  const random = seeded(9);
  const received: SocketMessage[] = [];
  const secret = await apiKeyFor(scene.world, scene.maya);
  const first = await byKey(scene.maya, secret);
  let cursor = (await subscribe(first, ['timers'])).cursor;
  first.socket.terminate();
  for (let connection = 0; connection < LIVES || received.length < writers.committed.length; connection += 1) {
    const isWriting = connection < LIVES;
    for (let count = 0; isWriting && count < 3; count += 1) await writers.begin();
    await writers.endAllBut(isWriting ? 5 : 0);
    const client = await byKey(scene.maya);
    await subscribe(client, ['timers'], { last_event_id: cursor });
    await writers.endAllBut(isWriting ? 3 : 0);
    const most = 1 + Math.floor(random() * 12);
    const wanted = Math.min(most, writers.committed.length - received.length);
    await eventually(() => expect(events(client).length).toBeGreaterThanOrEqual(wanted));
    client.socket.terminate();
    const remaining = events(client).slice(0, wanted);
    expect(messagesOf(client, 'reset')).toEqual([]);
    received.push(...remaining);
    cursor = remaining.at(-1)?.cursor ?? cursor;
  }
  const ids = received.map(({ id }) => id ?? '');
  expect(ids.toSorted(byNumber)).toEqual(writers.committed.toSorted(byNumber));
  expect(ids).not.toEqual(ids.toSorted(byNumber));
  expect(ids.length).toBeGreaterThan(4 * LIVES);
});

test('an unknown cursor gets a reset, and the socket continues from there', async () => {
  const client = await byKey(scene.maya);
  await subscribe(client, ['timers'], { last_event_id: '17' });
  await receives(client, 'reset');
  await startWork(scene.maya);
  await receives(client, 'timer.started');
});

test('a request for another protocol is treated as a plain request', async () => {
  const { port } = new URL(scene.server.url);
  const client = connect(Number(port), '127.0.0.1');
  client.write('GET /api/v1/time HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n');
  const chunks: Buffer[] = await client.toArray();
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 200 OK/);
});
