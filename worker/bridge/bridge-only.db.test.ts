import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { sealText } from '#/lib/core/sealed-text.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';
import { eventually } from '#/test/eventually.ts';
import { type Scene, setScene } from '#/test/proofs/scene.ts';

let scene: Scene;
let redis: TestBroker;
beforeAll(async () => {
  [scene, redis] = await Promise.all([setScene(), startRedisServer()]);
});
afterAll(() => redis.stop());

test('A worker with BRIDGE=only consumes events, and leaves firing to workers with BRIDGE=off', async () => {
  const { workspaceId, world } = scene;
  const id = newId();
  const targets = { inputTarget: 'timers.in', outputTarget: 'timers.out' };
  const sealedUrl = sealText(redis.url, `url of broker ${id}`);
  await world.db.broker.create({
    data: { id, workspaceId, createdBy: newId(), name: 'orders', kind: 'redis', sealedUrl, ...targets },
  });
  const allowed = parseAllowList('127.0.0.0/8');
  const connection = openBroker({ kind: 'redis', url: redis.url, workspaceId, allowed, group: 'test' });
  try {
    const only = await scene.worker('only', { BRIDGE: 'only' });
    const data = { fire_at: '2020-01-01T00:00:00Z' };
    const event = { specversion: '1.0', id: '1', source: '/orders', type: 'timer.scheduled', data };
    const message = { target: 'timers.in', id: '1', body: JSON.stringify(event) };
    await connection.publish(message, AbortSignal.timeout(30 * SECOND_MS));
    await eventually(async () => expect(await world.db.alarm.count({ where: { workspaceId } })).toBe(1));
    // No worker counts as one that fires.
    expect(await world.db.worker.count()).toBe(0);

    await scene.worker('firing', { BRIDGE: 'off' });
    const fired: string[] = [];
    await eventually(async () => {
      const found = await connection.consume('timers.out', { most: 10, waitMs: 100 });
      fired.push(...found.map(({ body }) => JSON.parse(body).type));
      expect(fired).toEqual(['timer.fired']);
    });
    expect(await only.end('SIGTERM')).toEqual({ code: 0, signal: null });
  } finally {
    await connection.close();
  }
});
