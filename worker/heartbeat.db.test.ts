import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { testWorld, type World } from '#/test/world.ts';
import { Heartbeat } from '#/worker/heartbeat.ts';

let world: World;

beforeEach(async () => {
  world = await testWorld();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const heartbeat = () => new Heartbeat({ db: world.db, clock: world.clock, requestId: null }, () => 0.4);
const rows = () => world.db.worker.findMany({ orderBy: { startedAt: 'asc' } });
/** Lets ten seconds pass and waits for the heartbeat. */
async function tenSeconds(one: Heartbeat): Promise<void> {
  world.clock.advance(10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await one.start();
}

test('a worker records a heartbeat at once and every ten seconds, and removes its row when it stops', async () => {
  const startedAt = await world.clock.now();
  const one = heartbeat();
  await one.start();
  expect(await rows()).toMatchObject([
    { pid: process.pid, startedAt, seenAt: startedAt, clockOffsetMs: 0.4, version: expect.any(String) },
  ]);
  await tenSeconds(one);
  expect(await rows()).toMatchObject([{ startedAt, seenAt: new Date(startedAt.getTime() + 10_000) }]);
  await one.stop();
  await one.stop();
  expect(await rows()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await rows()).toEqual([]);
});

test('a crashed worker’s row is deleted an hour later by the others', async () => {
  const seenAt = await world.clock.now();
  const facts = { host: 'gone', pid: 1, version: '0', startedAt: seenAt, seenAt };
  await world.db.worker.create({ data: { id: '0190a000-0000-7000-8000-000000000000', ...facts } });
  const one = heartbeat();
  world.clock.advance(HOUR_MS);
  await one.start();
  expect((await rows()).map(({ host }) => host)).toContain('gone');
  world.clock.advance(1);
  await one.start();
  expect((await rows()).map(({ host }) => host)).not.toContain('gone');
  await one.stop();
});

test('heartbeats continue after the database was down for a while', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const one = heartbeat();
  const upsert = vi.spyOn(world.db.worker, 'upsert').mockRejectedValueOnce(new Error('away'));
  try {
    await one.start();
    expect([await rows(), warned.mock.calls.length]).toEqual([[], 1]);
    await one.start();
    expect(await rows()).toHaveLength(1);
  } finally {
    await one.stop();
    upsert.mockRestore();
    warned.mockRestore();
  }
});
