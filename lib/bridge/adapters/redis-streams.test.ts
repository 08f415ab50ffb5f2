import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { brokerContract } from '#/test/brokers/broker-contract.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';

brokerContract('redis', startRedisServer, { reclaims: true });

test('an entry without a field that is known comes whole, and one in binary mode without data comes empty', async () => {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  const redis = new Redis(server.url);
  onTestFinished(() => redis.disconnect());
  const options = {
    kind: 'redis',
    url: server.url,
    workspaceId: newId(),
    allowed: parseAllowList('127.0.0.0/8'),
  } as const;
  const connection = openBroker(options);
  onTestFinished(() => connection.close());
  await redis.xadd('in', '*', 'evnt', '{}', 'other', '1');
  await redis.xadd('in', '*', 'ce-specversion', '1.0', 'ce-id', '7');
  const found = await connection.consume('in', { most: 2, waitMs: 5_000 });
  expect(found.map(({ body }) => body)).toEqual(['{"evnt":"{}","other":"1"}', '']);
});
