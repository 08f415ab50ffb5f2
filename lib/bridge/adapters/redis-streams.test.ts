// cspell:words CREATECONSUMER DELCONSUMER
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { BrokerConnection } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { brokerContract } from '#/test/brokers/broker-contract.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { eventually } from '#/test/eventually.ts';

brokerContract('redis', startRedisServer, { reclaims: true });

const WAIT_MS = 5_000;
const MEGABYTE = 1024 * 1024;

let redis: TestBroker;
const open = new Set<BrokerConnection>();

beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(async () => {
  await Promise.all([...open].map((connection) => connection.close()));
  await redis.stop();
});

function connect(url = redis.url): BrokerConnection {
  const allowed = parseAllowList('127.0.0.0/8');
  const connection = openBroker({ kind: 'redis', url, workspaceId: newId(), allowed });
  open.add(connection);
  return connection;
}

/** Bodies of a stream whose entries are more than a worker reads at once, one of them by itself. */
async function publishLarge(to: string): Promise<string[]> {
  const connection = connect();
  const bodies = [
    '1',
    'x'.repeat(20 * MEGABYTE),
    '3',
    ...Array.from({ length: 4 }, () => 'y'.repeat(5 * MEGABYTE)),
    '8',
  ];
  for (const body of bodies) await connection.publish({ target: to, id: newId(), body }, AbortSignal.timeout(30_000));
  return bodies.map((body) => (body.length === 1 ? body : 'Not read'));
}

/** Consumes and acknowledges until nothing is left. Messages may come twice. */
async function consumeAll(connection: BrokerConnection, from: string, count: number): Promise<string[]> {
  const found = new Map<string, string>();
  while (found.size < count) {
    const messages = await connection.consume(from, { most: 500, waitMs: WAIT_MS });
    for (const { token, body } of messages) found.set(token, body.split(':')[0] as string);
    await connection.ack(
      from,
      messages.map(({ token }) => token),
    );
  }
  return [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, body]) => body);
}

test('Entries that are too large together are read one by one, and one that is too large is left out', async () => {
  const [to, connection] = [`large-${newId()}`, connect()];
  const expected = await publishLarge(to);
  expect(await consumeAll(connection, to, expected.length)).toEqual(expected);
  expect(await connection.lag(to)).toBe(0);
});

test('Entries that are too large are reclaimed from a consumer that died', async () => {
  const [to, dead, connection] = [`large-${newId()}`, connect(), connect()];
  const expected = await publishLarge(to);
  // It has all of them, and has acknowledged none.
  const taken = new Set<string>();
  while (taken.size < expected.length) {
    for (const { token } of await dead.consume(to, { most: 500, waitMs: WAIT_MS })) taken.add(token);
  }
  expect(await connection.reclaim(to, { idleMs: 0, most: 500 })).toEqual([]);
  expect(await consumeAll(connection, to, expected.length)).toEqual(expected);
});

test('an entry without a known field is read whole, and a binary-mode one without data has an empty body', async () => {
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  await client.xadd('in', '*', 'words', '{}', 'other', '1');
  await client.xadd('in', '*', 'ce-specversion', '1.0', 'ce-id', '7');
  const found = await connect().consume('in', { most: 2, waitMs: WAIT_MS });
  expect(found.map(({ body }) => body)).toEqual(['{"words":"{}","other":"1"}', '']);
});

/** A separate connection for an administrator's commands. */
function admin(): Redis {
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  return client;
}

async function publishAll(to: string, count: number): Promise<void> {
  const connection = connect();
  const bodies = Array.from({ length: count }, (_, at) => String(at));
  await Promise.all(
    bodies.map((body) => connection.publish({ target: to, id: newId(), body }, AbortSignal.timeout(30_000))),
  );
}

/** A connection that has consumed one message, and whether it has acknowledged it. */
async function consumerOf(from: string, { isDone }: { isDone: boolean }): Promise<BrokerConnection> {
  const connection = connect();
  const [message] = await connection.consume(from, { most: 1, waitMs: WAIT_MS });
  if (isDone) await connection.ack(from, [message?.token as string]);
  return connection;
}

async function consumersOf(client: Redis, stream: string): Promise<string[]> {
  const consumers = (await client.xinfo('CONSUMERS', stream, 'timer-service')) as string[][];
  return consumers.map((fields) => fields[1] as string);
}

test('Consumers of workers that ended are deleted once nothing of theirs is pending, and no others', async () => {
  const [to, client] = [`gone-${newId()}`, admin()];
  await publishAll(to, 2);
  for (const isDone of [true, false]) await (await consumerOf(to, { isDone })).close();
  await client.xgroup('CREATECONSUMER', to, 'timer-service', 'of-somebody-else');
  // No consumer has been idle for long.
  expect(await connect().reclaim(to, { idleMs: 3_600_000, most: 10 })).toEqual([]);
  expect(await consumersOf(client, to)).toHaveLength(3);

  const connection = connect();
  const found: string[] = [];
  await eventually(async () => {
    found.push(...(await connection.reclaim(to, { idleMs: 1, most: 10 })).map(({ body }) => body));
    // It now owns the pending entries.
    const left = await consumersOf(client, to);
    expect(left).toContain('of-somebody-else');
    expect(left).toHaveLength(2);
  });
  expect(new Set(found)).toEqual(new Set(['1']));
});

test('A consumer that reads while it is to be deleted loses nothing', async () => {
  const [to, count, cleaner, client] = [`race-${newId()}`, 30, connect(), admin()];
  await cleaner.check();
  await publishAll(to, count);
  const readers = await Promise.all(Array.from({ length: count }, () => consumerOf(to, { isDone: true })));
  await publishAll(to, count);
  // Each of them counts as stale until it reads.
  const read = (reader: BrokerConnection) => reader.consume(to, { most: 1, waitMs: WAIT_MS });
  await Promise.all([cleaner.reclaim(to, { idleMs: 0, most: 1 }), ...readers.map(read)]);
  // The second half is not acknowledged.
  const [pending] = (await client.xpending(to, 'timer-service')) as [number];
  expect(pending).toBe(count);
});

test.each([
  ['scripts', '-@scripting'],
  ['deleting consumers', '-xgroup|delconsumer'],
  ['looking at consumers', '-xinfo|consumers'],
])(
  'Without permission for %s consumers stay in the group, and messages are reclaimed nevertheless',
  async (_what, rule) => {
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const [to, client] = [`permitted-${newId()}`, admin()];
    await client.acl('SETUSER', 'limited', 'reset', 'on', '>only-for-tests', '~*', '+@all', rule);
    await publishAll(to, 2);
    for (const isDone of [true, false]) await consumerOf(to, { isDone });
    const limited = Object.assign(new URL(redis.url), { username: 'limited', password: 'only-for-tests' }).href;
    const connection = connect(limited);
    expect(await connection.reclaim(to, { idleMs: 0, most: 10 })).toMatchObject([{ body: '1' }]);
    expect(await consumersOf(client, to)).toHaveLength(3);
    // It is logged once.
    await connection.reclaim(to, { idleMs: 0, most: 10 });
    const words = /Allow this user XINFO CONSUMERS, EVAL, and XGROUP DELCONSUMER\.$/;
    expect(warned.mock.calls).toEqual([[{ stream: to }, expect.stringMatching(words)]]);
  },
);
