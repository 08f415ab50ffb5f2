import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BrokerConnection } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { brokerContract } from '#/test/brokers/broker-contract.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';

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

function connect(): BrokerConnection {
  const allowed = parseAllowList('127.0.0.0/8');
  const connection = openBroker({ kind: 'redis', url: redis.url, workspaceId: newId(), allowed });
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

test('an entry without a field that is known comes whole, and one in binary mode without data comes empty', async () => {
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  await client.xadd('in', '*', 'words', '{}', 'other', '1');
  await client.xadd('in', '*', 'ce-specversion', '1.0', 'ce-id', '7');
  const found = await connect().consume('in', { most: 2, waitMs: WAIT_MS });
  expect(found.map(({ body }) => body)).toEqual(['{"words":"{}","other":"1"}', '']);
});
