import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { BrokerConnection } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { metrics } from '#/lib/core/metrics.ts';
import { sealText } from '#/lib/core/sealed-text.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { eventually } from '#/test/eventually.ts';
import { SettableClock } from '#/test/settable-clock.ts';
import { startSilentProxy } from '#/test/silent-proxy.ts';
import { testWorld, type World } from '#/test/world.ts';
import { Bridge } from '#/worker/bridge/bridge.ts';

const ALLOWED = parseAllowList('127.0.0.0/8');
const LEASE_MS = 60_000;

let world: World;
let redis: TestBroker;
const open = new Set<BrokerConnection>();
const bridges = new Set<Bridge>();

beforeAll(async () => {
  [world, redis] = await Promise.all([testWorld(), startRedisServer()]);
  await ensurePartitions({ db: world.db, clock: databaseClock, requestId: null });
});
afterEach(async () => {
  await Promise.all([...bridges].map((bridge) => bridge.stop()));
  await Promise.all([...open].map((connection) => connection.close()));
  bridges.clear();
  open.clear();
  vi.restoreAllMocks();
});
afterAll(() => redis.stop());

/** A broker of a workspace of its own, and a worker's bridge. */
async function scene(url = redis.url) {
  const { actor } = await world.member();
  const [id, input] = [newId(), `in-${newId()}`];
  await world.db.broker.create({
    data: {
      id,
      workspaceId: actor.workspaceId,
      createdBy: actor.userId,
      name: 'orders',
      kind: 'redis',
      sealedUrl: sealText(url, `url of broker ${id}`),
      inputTarget: input,
      outputTarget: `out-${id}`,
      deadLetterTarget: `dead-${id}`,
    },
  });
  const connection = connect();
  return {
    id,
    input,
    connection,
    broker: () => world.db.broker.findUniqueOrThrow({ where: { id } }),
    edit: (data: object) => world.db.broker.update({ where: { id }, data: { ...data, version: { increment: 1 } } }),
    send: (bodies: readonly string[]) =>
      Promise.all(
        bodies.map((body) => connection.publish({ target: input, id: newId(), body }, AbortSignal.timeout(9_000))),
      ),
    alarms: () => world.db.alarm.count({ where: { workspaceId: actor.workspaceId } }),
  };
}

function connect(group?: string): BrokerConnection {
  const options = { kind: 'redis', url: redis.url, workspaceId: newId(), allowed: ALLOWED } as const;
  const connection = openBroker(group ? { ...options, group } : options);
  open.add(connection);
  return connection;
}

function bridge(leaseMs = LEASE_MS, clock: Clock = databaseClock): Bridge {
  const ctx = { db: world.db, clock, requestId: null };
  const result = new Bridge(ctx, { source: 'https://timers.example.com', leaseMs });
  bridges.add(result);
  result.start();
  return result;
}

function event(id: string, data: object = {}): string {
  const attributes = { specversion: '1.0', id, source: '/orders', type: 'timer.scheduled' };
  return JSON.stringify({ ...attributes, data: { delay: '1h', ...data } });
}

const events = (count: number) => Array.from({ length: count }, () => event(newId()));

test('Events become alarms and are acknowledged, and the broker shows it', async () => {
  const { send, alarms, broker, connection, input, id } = await scene();
  await send(events(1_200));
  const running = bridge();
  await eventually(async () => expect(await alarms()).toBe(1_200));
  await eventually(async () => expect(await connection.lag(input)).toBe(0));
  await eventually(async () => expect(await metrics.metrics()).toMatch(new RegExp(`bridge_lag{broker="${id}"} \\d+`)));
  await running.stop();
  // A worker that has stopped consuming reports no waiting messages.
  expect(await metrics.metrics()).not.toContain(id);
  const state = { consumed: 1_200n, lag: expect.any(BigInt), lastConnectedAt: expect.any(Date), lastError: null };
  expect(await broker()).toMatchObject(state);
  expect(await metrics.metrics()).toMatch(/timer_service_bridge_events_total\{outcome="created"\} \d{4,}/);
});

test('Events are acknowledged once their alarms are committed, and not before', async () => {
  const { send, alarms, connection, input } = await scene();
  const { pool } = world.database;
  // The last statement before the commit waits for the lock.
  await pool.query(`
    create function wait_at_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(18); return null; end $$;
    create constraint trigger wait_at_commit after insert on consumed_events deferrable initially deferred
      for each row execute function wait_at_commit()`);
  const holder = await pool.connect();
  try {
    await holder.query('select pg_advisory_lock(18)');
    await send(events(3));
    bridge();
    await eventually(async () => {
      const { rows } = await pool.query(
        "select from pg_locks where locktype = 'advisory' and objid = 18 and not granted",
      );
      expect(rows).toHaveLength(1);
    });
    expect([await alarms(), await connection.lag(input)]).toEqual([0, 3]);
    await holder.query('select pg_advisory_unlock(18)');
    await eventually(async () => expect([await alarms(), await connection.lag(input)]).toEqual([3, 0]));
  } finally {
    // With its lock.
    holder.release(true);
    await pool.query('drop trigger wait_at_commit on consumed_events');
  }
});

test('An invalid message goes to the dead letters once, with the reason, and is acknowledged', async () => {
  const { send, alarms, connection, input, id } = await scene();
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
  await send(['poison', event('7', { delay: 'soon' }), event('8')]);
  bridge();
  const found: { id: string; type: string; data: Record<string, unknown> }[] = [];
  const reader = connect('reader');
  await eventually(async () => {
    const messages = await reader.consume(`dead-${id}`, { most: 10, waitMs: 0 });
    found.push(...messages.map(({ body }) => JSON.parse(body)));
    expect(found).toHaveLength(2);
  });
  await eventually(async () => expect(await connection.lag(input)).toBe(0));
  expect(found.find(({ data }) => data.body === 'poison')).toMatchObject({
    type: 'timer.dlq',
    source: 'https://timers.example.com',
    data: {
      reason: expect.stringContaining('not a CloudEvents 1.0 event'),
      broker: { id, name: 'orders' },
      target: input,
    },
  });
  expect(found.find(({ data }) => data.event)).toMatchObject({
    subject: '7',
    data: {
      reason: expect.stringContaining('data.delay: must be a duration'),
      event: JSON.parse(event('7', { delay: 'soon' })),
    },
  });
  expect(await alarms()).toBe(1);
  const { workspaceId } = await world.db.broker.findUniqueOrThrow({ where: { id } });
  expect(warned.mock.calls.filter(([, words]) => words === 'an event was rejected as invalid')).toEqual([
    [
      { broker: id, workspace: workspaceId, event: null, reason: expect.stringContaining('CloudEvents') },
      'an event was rejected as invalid',
    ],
    [
      { broker: id, workspace: workspaceId, event: expect.anything(), reason: expect.stringContaining('data.delay') },
      'an event was rejected as invalid',
    ],
  ]);
});

test('A dead letter has the time of the service’s clock', async () => {
  const { send, id } = await scene();
  await send(['poison']);
  bridge(LEASE_MS, new SettableClock('2031-05-06T07:08:09.123Z'));
  const reader = connect('reader');
  const [letter] = await eventually(async () => {
    const found = await reader.consume(`dead-${id}`, { most: 1, waitMs: 0 });
    expect(found).toHaveLength(1);
    return found;
  });
  expect(JSON.parse(letter?.body as string)).toMatchObject({ type: 'timer.dlq', time: '2031-05-06T07:08:09.123Z' });
});

test('Consumers follow brokers that are added, changed, paused and deleted', async () => {
  const running = bridge();
  const { send, alarms, edit, connection, input } = await scene();
  await send(events(1));
  running.wake();
  await eventually(async () => expect(await alarms()).toBe(1));
  await edit({ paused: true });
  running.wake();
  // The loop has ended when its last call has returned; nothing consumes later messages.
  await running.stop();
  running.start();
  await send(events(2));
  await edit({ inputTarget: `${input}-2`, paused: false });
  running.wake();
  await connection.publish({ target: `${input}-2`, id: '1', body: event('other') }, AbortSignal.timeout(9_000));
  await eventually(async () => expect(await alarms()).toBe(2));
  await edit({ inputTarget: input });
  running.wake();
  await eventually(async () => expect(await alarms()).toBe(4));
});

test('Messages of a consumer that died are consumed after its lease', async () => {
  const { send, alarms, input } = await scene();
  await send(events(30));
  const dead = connect();
  expect(await dead.consume(input, { most: 20, waitMs: 1_000 })).toHaveLength(20);
  bridge();
  await eventually(async () => expect(await alarms()).toBe(10));
  await Promise.all([...bridges].map((one) => one.stop()));
  bridge(1);
  await eventually(async () => expect(await alarms()).toBe(30));
});

test('A dead letter that the broker rejects holds up its own message only, until it can be published', async () => {
  const { send, alarms, broker, connection, input, id } = await scene();
  const client = new Redis(redis.url);
  try {
    await client.set(`dead-${id}`, 'no stream');
    await send([...events(5), 'poison', ...events(5)]);
    bridge();
    await eventually(async () => expect(await alarms()).toBe(10));
    await eventually(async () => expect(await connection.lag(input)).toBe(1));
    await eventually(async () =>
      expect(await broker()).toMatchObject({
        lastError: expect.stringContaining('A dead letter could not be published.'),
        consumed: 10n,
      }),
    );
    await send(events(3));
    await eventually(async () => expect(await alarms()).toBe(13));
    await client.del(`dead-${id}`);
    await eventually(async () => expect(await connection.lag(input)).toBe(0));
    expect(await client.xrange(`dead-${id}`, '-', '+')).toHaveLength(1);
  } finally {
    client.disconnect();
  }
});

test('Messages that could not be acknowledged are redelivered at once, and create nothing', async () => {
  const client = new Redis(redis.url);
  try {
    await client.acl('SETUSER', 'limited', 'on', '>only-for-tests', '~*', '+@all', '-xack');
    const url = Object.assign(new URL(redis.url), { username: 'limited', password: 'only-for-tests' }).href;
    const { send, alarms, broker, connection, input } = await scene(url);
    await send(events(3));
    bridge();
    await eventually(async () => expect(await alarms()).toBe(3));
    await eventually(async () => expect((await broker()).lastError).toContain('Redis'));
    await client.acl('SETUSER', 'limited', '+xack');
    await eventually(async () => expect(await connection.lag(input)).toBe(0));
    expect(await alarms()).toBe(3);
  } finally {
    client.disconnect();
  }
});

test('A broker that hangs holds up neither others nor the end of the worker', async () => {
  const proxy = await startSilentProxy(redis.url);
  try {
    const hanging = await scene(proxy.url);
    await hanging.send(events(1));
    const running = bridge();
    await eventually(async () => expect(await hanging.alarms()).toBe(1));
    proxy.silenceAll();
    await hanging.send(events(1));
    await hanging.edit({ paused: true });
    const added = await scene();
    await added.send(events(3));
    running.wake();
    await eventually(async () => expect(await added.alarms()).toBe(3));
    await running.stop();
    await hanging.edit({ paused: false, sealedUrl: sealText(redis.url, `url of broker ${hanging.id}`) });
    // Messages in flight to the silent connection are redelivered after their lease.
    bridge(1);
    await eventually(async () => expect(await hanging.alarms()).toBe(2));
  } finally {
    proxy.close();
  }
});

test('Two workers share the events of a broker', async () => {
  const { send, alarms, connection, input, broker } = await scene();
  bridge();
  bridge();
  for (let part = 0; part < 10; part += 1) await send(events(100));
  await eventually(async () => expect(await alarms()).toBe(1_000));
  await eventually(async () => expect(await connection.lag(input)).toBe(0));
  await Promise.all([...bridges].map((one) => one.stop()));
  expect((await broker()).consumed).toBe(1_000n);
});

test('An event that cancels waits for the one that schedules', async () => {
  const { send, alarms, connection, input } = await scene();
  const cancel = JSON.stringify({
    specversion: '1.0',
    id: 'c',
    source: '/orders',
    type: 'timer.canceled',
    subject: 'o-7',
  });
  await send([cancel]);
  bridge();
  await eventually(async () => expect(await connection.lag(input)).toBe(1));
  await send([event('s', { external_id: 'o-7' })]);
  await eventually(async () => expect(await connection.lag(input)).toBe(0));
  expect(await alarms()).toBe(0);
});

test('A broker that is down is reported, holds up no others, and is consumed from when it is back', async () => {
  const own = await startRedisServer();
  const [infos, warned] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn')];
  try {
    const [away, here] = [await scene(own.url), await scene()];
    const sender = openBroker({ kind: 'redis', url: own.url, workspaceId: newId(), allowed: ALLOWED });
    open.add(sender);
    const publish = (body: string) => sender.publish({ target: away.input, id: '1', body }, AbortSignal.timeout(9_000));
    await publish(event('1'));
    bridge();
    await eventually(async () => expect(await away.alarms()).toBe(1));
    await own.kill();
    await eventually(async () => expect((await away.broker()).lastError).toContain('Redis could not be reached'));
    expect(await metrics.metrics()).toMatch(/timer_service_bridge_failures_total\{code="unreachable"\} \d+/);
    expect((await away.broker()).lastError).not.toContain('only-for-tests');
    await here.send(events(5));
    await eventually(async () => expect(await here.alarms()).toBe(5));
    await own.restart();
    await eventually(() => publish(event('2')));
    await eventually(async () => expect(await away.alarms()).toBe(2));
    await eventually(async () => {
      const { lastConnectedAt, lastErrorAt } = await away.broker();
      expect(Number(lastConnectedAt)).toBeGreaterThan(Number(lastErrorAt));
    });
    const { workspaceId } = await away.broker();
    const broker = { broker: away.id, workspace: workspaceId };
    expect(infos).toHaveBeenCalledWith({ ...broker, target: away.input }, 'consuming from a broker');
    const trouble = { code: 'unreachable', reason: expect.any(String), wait_ms: expect.any(Number) };
    expect(warned).toHaveBeenCalledWith({ ...broker, ...trouble }, 'a broker failed; retrying');
    expect(infos).toHaveBeenCalledWith({ broker: away.id }, 'a broker is consumed from again');
    expect(JSON.stringify([infos.mock.calls, warned.mock.calls])).not.toContain('only-for-tests');
  } finally {
    await own.stop();
  }
});

test('A URL that can’t be used is reported', async () => {
  const { broker, edit, id } = await scene();
  await edit({ sealedUrl: 'AAAA' });
  const running = bridge();
  await eventually(async () => expect((await broker()).lastError).toContain('AUTH_SECRET has changed'));
  await edit({ sealedUrl: sealText('redis://10.0.0.1', `url of broker ${id}`) });
  running.wake();
  await eventually(async () => expect((await broker()).lastError).toContain('private network'));
});
