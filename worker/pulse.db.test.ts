import { beforeAll, expect, test, vi } from 'vitest';
import { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { findLastCanary } from '#/lib/analytics/minutes/present-query.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { createCanaries } from '#/lib/engine/canary/create-canaries.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';
import { createAlarmEngine } from '#/worker/engine/alarm-engine.ts';
import { watchFiring } from '#/worker/engine/watch-firing.ts';
import { pulsePass } from '#/worker/pulse.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});

const canaries = async () =>
  (await world.database.pool.query('select due_at from alarms where workspace_id = $1 order by 1', [CANARY_WORKSPACE]))
    .rows;
const ofSystem = () => ({ db: world.db, clock: world.clock, requestId: null });

test('canaries are created for the next two passes, once each by any number of workers', async () => {
  const result = await Promise.all([1, 2, 3].map(() => createCanaries(ofSystem(), 10_000)));
  expect(result.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect((await canaries()).map(({ due_at }) => due_at)).toEqual([
    new Date('2026-03-10T09:00:10Z'),
    new Date('2026-03-10T09:00:20Z'),
  ]);
  world.clock.advance(10_000);
  expect(await createCanaries(ofSystem(), 10_000)).toBe(1);
  await world.database.pool.query('delete from alarms');
});

test('a canary goes through the real engine, is counted, and notifies no one', async () => {
  const system = { db: world.db, clock: databaseClock, requestId: null };
  await ensurePartitions(system);
  const tally = new AttemptCounter();
  const engine = createAlarmEngine({
    ...system,
    connectionString: world.database.url,
    watch: watchFiring(world.db, tally),
    source: 'http://timers.test',
    onDueSoon: () => {},
  });
  world.database.onClose(() => engine.stop(1_000));
  await engine.start();
  // The shortest possible: the first is due in three to four seconds.
  const beat = pulsePass(system, {
    tally,
    limits: { latenessMs: 0, deadLetters: 0, canaryEveryMs: 1_000, brokerFailingMs: 0 },
  });
  const hourAgo = new Date((await system.clock.now(world.db)).getTime() - HOUR_MS);
  await eventually(async () => {
    await beat();
    const received = await findLastCanary(world.db, CANARY_WORKSPACE, hourAgo);
    expect(received?.lateMs).toBeGreaterThanOrEqual(0);
    expect((await world.db.operationTries.findMany()).reduce((sum, one) => sum + one.canaries, 0)).toBeGreaterThan(0);
  });
  expect(await world.db.event.count()).toBe(0);
  expect(await world.db.operationMinute.count()).toBeGreaterThan(0);
}, 60_000);

test('a step that fails does not keep the others from running', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const tally = new AttemptCounter();
  tally.addCanary({ dueMs: Date.UTC(2026, 2, 10, 9), latenessMs: 1 });
  const away = vi.spyOn(world.db, '$executeRaw').mockRejectedValueOnce(new Error('away'));
  const before = (await world.database.pool.query('select 1 from operation_minutes')).rowCount ?? 0;
  const beat = pulsePass(ofSystem(), {
    tally,
    limits: { latenessMs: 0, deadLetters: 0, canaryEveryMs: 0, brokerFailingMs: 0 },
  });
  await beat();
  const after = (await world.database.pool.query('select 1 from operation_minutes')).rowCount;
  expect([after, warned.mock.calls.length]).toEqual([before + 1, 1]);
  away.mockRestore();
  warned.mockRestore();
  expect(tally.take()).toHaveLength(1);
});
