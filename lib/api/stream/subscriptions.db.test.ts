import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { openCounter } from '#/lib/api/limits/counter.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import { type ApiServer, serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import {
  events,
  messagesOf,
  openSocket,
  portOf,
  receives,
  type SocketMessage,
  sendMessage,
  subscribe,
} from '#/test/socket-client.ts';
import { socketByKey, socketScene, startWork } from '#/test/socket-scene.ts';

const PING_MS = 15_000;
/** Enough for the first of the events below, and far from enough for all. */
const SOME_BYTES = 200_000;

const scene = socketScene();

const byKey = (ctx: Ctx, server = scene.server) => socketByKey({ world: scene.world, server }, ctx);

/** Alarms' events of this name, 20 kB each by default. */
const put = (name: string, count: number, size = 20_000) =>
  scene.world.database.pool.query(
    `insert into events (workspace_id, type, subject_id, actor, data)
     select $1, 'alarm.fired', $1, '{}', jsonb_build_object('alarm', jsonb_build_object('name', $2::text, 'pad', repeat('x', $4::int)))
     from generate_series(1, $3::int)`,
    [scene.maya.actor.workspaceId, name, count, size],
  );
const now = async () => packPosition({ seen: await takeSnapshot(scene.world.db), part: null });
const lastCursor = (received: SocketMessage[]) => received.findLast(({ cursor }) => cursor)?.cursor;

describe('two subscriptions of one socket', () => {
  test('lose nothing when it is disconnected while one of them catches up', async () => {
    const past = await now();
    await put('b', 600);
    const client = await byKey(scene.maya);
    await subscribe(client, ['alarms:a']);
    scene.server.stalled.stall(portOf(client), SOME_BYTES);
    await subscribe(client, ['alarms:b'], { last_event_id: past });
    await receives(client, 'alarm.fired');
    const other = await byKey(scene.maya);
    await subscribe(other, ['alarms:a']);
    await put('a', 1);
    await receives(other, 'alarm.fired');
    scene.server.stalled.resume(portOf(client));
    await receives(client, 'alarm.fired', 601);
    const cut = client.received.findIndex(({ topic }) => topic === 'alarms:a') + 1;
    const had = client.received.slice(0, cut);
    expect(events({ received: had }).length).toBeLessThan(601);
    const again = await byKey(scene.maya);
    await subscribe(again, ['alarms:a', 'alarms:b'], { last_event_id: lastCursor(had) });
    const all = () => new Set([...had, ...again.received].flatMap(({ id }) => id ?? []));
    await eventually(() => expect(all().size).toBe(601));
  });

  test.each([
    ['together', [['timers', 'workspace_timers']]],
    ['one after the other', [['timers'], ['workspace_timers']]],
  ])('made %s both deliver an event, even when it is disconnected in between', async (_how, subscriptions) => {
    const client = await byKey(scene.maya);
    for (const topics of subscriptions) await subscribe(client, topics);
    await startWork(scene.maya);
    await receives(client, 'timer.started', 2);
    const had = client.received.slice(0, client.received.findIndex(({ type }) => type === 'timer.started') + 1);
    const again = await byKey(scene.maya);
    await subscribe(again, ['timers', 'workspace_timers'], { last_event_id: lastCursor(had) });
    await receives(again, 'timer.started', 2);
  });
});

describe('the catch-up of missed events', () => {
  /** The catch-up reads: how many at once, and how many in all. */
  function watchReads() {
    const reads = { now: 0, most: 0, all: 0 };
    const query = scene.world.db.$queryRaw.bind(scene.world.db) as (...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(scene.world.db, '$queryRaw').mockImplementation(((...args: unknown[]) => {
      const isRead = (args[0] as string[]).join('').includes('with fresh') && args[4] === 500;
      if (!isRead) return query(...args);
      reads.all += 1;
      reads.now += 1;
      reads.most = Math.max(reads.most, reads.now);
      return query(...args).finally(() => {
        reads.now -= 1;
      });
    }) as never);
    return { reads, stop: () => spy.mockRestore() };
  }

  test('runs for one subscription after the other, and delivers everything', async () => {
    const past = await now();
    for (const name of ['a', 'b', 'c', 'd']) await put(name, 600, 10);
    const client = await byKey(scene.maya);
    const { reads, stop } = watchReads();
    try {
      for (const name of ['a', 'b', 'c', 'd']) await subscribe(client, [`alarms:${name}`], { last_event_id: past });
      await receives(client, 'alarm.fired', 2400);
    } finally {
      stop();
    }
    expect(reads.most).toBe(1);
    expect(reads.all).toBeGreaterThan(8);
  });

  test('stops reading once no subscription needs it', async () => {
    const past = await now();
    await put('a', 5_000, 10);
    const client = await byKey(scene.maya);
    const { reads, stop } = watchReads();
    try {
      for (let count = 0; count < 20; count += 1) {
        sendMessage(client, { type: 'subscribe', topics: ['alarms:none'], last_event_id: past });
        sendMessage(client, { type: 'unsubscribe', topics: ['alarms:none'] });
      }
      await subscribe(client, ['alarms:a'], { last_event_id: past });
      await receives(client, 'alarm.fired', 5_000);
    } finally {
      stop();
    }
    // Eleven pages of its own; of the others, those that had begun.
    expect(reads.all).toBeLessThan(40);
  });
});

test('a client that reads none of its missed events is cut off, although it answers pings', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const past = await now();
  await put('a', 1_000);
  const client = await byKey(scene.maya);
  scene.server.stalled.stall(portOf(client), SOME_BYTES);
  await subscribe(client, ['alarms:a'], { last_event_id: past });
  await receives(client, 'alarm.fired');
  await eventually(async () => {
    client.socket.pong();
    await vi.advanceTimersByTimeAsync(PING_MS);
    expect(scene.server.sockets.size()).toBe(0);
  });
});

describe('sockets count toward the request limits', () => {
  let limited: ApiServer;

  beforeEach(async () => {
    const limits = new CallerLimits({
      perKey: openCounter({ policy: 'key', limit: 4, db: null }),
      perAddress: openCounter({ policy: 'address', limit: 3, db: null }),
    });
    limited = await serveApi(scene.world, { limits });
  });

  test('wrong keys of an address and its neighbors', async () => {
    const statuses: (number | null)[] = [];
    for (let count = 1; count <= 5; count += 1) {
      const headers = { authorization: `Bearer tsk_${count}`, 'x-forwarded-for': `2001:db8:1:2::${count}` };
      const client = openSocket(limited, headers);
      await eventually(() => expect(client.closed.status).not.toBeNull());
      statuses.push(client.closed.status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  test('wrong keys in a first message', async () => {
    const first = openSocket(limited, { 'x-forwarded-for': '192.0.2.7' });
    const second = openSocket(limited, { 'x-forwarded-for': '192.0.2.7' });
    for (const client of [first, second]) await receives(client, 'hello');
    for (const client of [first, second]) {
      sendMessage(client, { type: 'authenticate', token: 'tsk_nonsense' });
      await receives(client, 'error');
    }
    await eventually(() => expect([first.closed.code, second.closed.code]).toEqual([4401, 4429]));
    expect([first, second].map((client) => messagesOf(client, 'error')[0]?.code)).toEqual([
      'api_key_invalid',
      'rate_limited',
    ]);
    const third = openSocket(limited, { 'x-forwarded-for': '192.0.2.7' });
    await eventually(() => expect(third.closed.status).toBe(429));
    await receives(openSocket(limited, { 'x-forwarded-for': '192.0.2.8' }), 'hello');
  });

  test('each subscription for its key, and the socket stays open', async () => {
    const client = await byKey(scene.maya, limited);
    for (const topic of ['alarms:a', 'alarms:b', 'timers']) await subscribe(client, [topic]);
    expect(await subscribe(client, ['alarms:d'])).toMatchObject({ type: 'error', code: 'rate_limited' });
    await startWork(scene.maya);
    await receives(client, 'timer.started');
  });
});
