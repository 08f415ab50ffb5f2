import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { firingWorld, LEASE_MS } from '#/test/engine/firing.ts';

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
});

/** Puts a row into the state of being held by a worker. */
function holdAlarm(id: string, leaseUntilUs: number) {
  return scene.query(
    `update alarms set status = 'firing', attempts = 1, version = 2, lease_until = to_timestamp($2::float8 / 1000000)
     where id = $1`,
    [id, leaseUntilUs],
  );
}

describe('a pass, given an alarm that', () => {
  test.each([
    ['is due this instant: sends it', 0, 1],
    ['was due half a second ago: sends it', -500 * MS_US, 1],
    ['was due an hour ago: sends it', -3_600 * SECOND_US, 1],
    ['is due in eleven milliseconds: leaves it', 11 * MS_US, 0],
    ['is due in a year: leaves it', 365 * 86_400 * SECOND_US, 0],
  ])('%s', async (_what, afterUs, times) => {
    const id = await scene.add({ dueUs: scene.time.us + afterUs });
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    await settle(times);
    expect(sent.map((request) => request.id)).toEqual(times ? [id] : []);
    expect(await scene.row(id)).toEqual(
      times ? undefined : expect.objectContaining({ status: 'scheduled', version: 1 }),
    );
    await firing.stop(0);
  });

  test('is due in five milliseconds, takes it, and sends it no sooner than it is due', async () => {
    const id = await scene.add({ dueUs: scene.time.us + 5 * MS_US });
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    expect(await scene.row(id)).toMatchObject({ status: 'firing', attempts: 1, version: 2 });
    expect(sent).toEqual([]);
    scene.time.us += 5 * MS_US;
    await settle(1);
    expect(sent).toHaveLength(1);
    await firing.stop(0);
  });

  test('another worker holds, leaves it', async () => {
    const id = await scene.add();
    await holdAlarm(id, scene.time.us + SECOND_US);
    const { firing, sent } = scene.engine();
    await firing.runOnce();
    expect(sent).toEqual([]);
    expect(await scene.row(id)).toMatchObject({ status: 'firing', version: 2 });
    await firing.stop(0);
  });

  test('a lost worker held, reclaims it, logs that it may have been sent, and sends it once more', async () => {
    const id = await scene.add();
    await holdAlarm(id, scene.time.us - 1);
    const { firing, sent, reclaimed, settle } = scene.engine();
    await firing.runOnce();
    await settle(1);
    expect(reclaimed).toEqual([1]);
    expect(sent[0]?.headers).toMatchObject({ 'webhook-id': id, 'timer-attempt': '2' });
    expect((await scene.attempts(id)).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'stopped'],
      [2, 'delivered'],
    ]);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 2 });
    await firing.stop(0);
  });

  test('is being aborted, skips it without waiting, and takes it once the abort is rolled back', async () => {
    const id = await scene.add();
    const client = await scene.world.database.pool.connect();
    await client.query('begin');
    await client.query('delete from alarms where id = $1', [id]);
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    expect(sent).toEqual([]);
    await client.query('rollback');
    client.release();
    await firing.runOnce();
    await settle(1);
    expect(sent).toHaveLength(1);
    await firing.stop(0);
  });
});

test('two workers at once take different alarms', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => scene.add()));
  const [one, two] = [scene.engine(), scene.engine()];
  await Promise.all([one.firing.runOnce(), two.firing.runOnce()]);
  await Promise.all([one.firing.runOnce(), two.firing.runOnce()]);
  await Promise.all([one.firing.stop(1_000), two.firing.stop(1_000)]);
  expect([...one.sent, ...two.sent].map(({ id }) => id).sort()).toEqual([...ids].sort());
});

test('a claim lasts for the lease, and counts an attempt', async () => {
  const id = await scene.add();
  const gate = Promise.withResolvers<never>();
  gate.promise.catch(() => {});
  const { firing } = scene.engine(() => gate.promise);
  await firing.runOnce();
  expect(await scene.row(id)).toEqual({
    status: 'firing',
    attempts: 1,
    version: 2,
    next_us: scene.time.us,
    lease_us: scene.time.us + LEASE_MS * MS_US,
  });
  gate.reject(new Error('the test is over'));
  await firing.stop(0);
});

test('alarms due now are claimed before those long overdue', async () => {
  const overdue = await scene.add({ dueUs: scene.time.us - 3_600 * SECOND_US });
  const fresh = await scene.add();
  const { firing, sent, settle } = scene.engine();
  await firing.runOnce();
  await settle(2);
  expect(sent.map(({ id }) => id)).toEqual([fresh, overdue]);
  await firing.stop(0);
});

test('a pass schedules the next one for the next due time, at once after a full batch, or never', async () => {
  const { firing, settle } = scene.engine(undefined, { settings: { batch: 2 } });
  await firing.runOnce();
  expect(await firing.runOnce()).toBe(Number.POSITIVE_INFINITY);
  await scene.add({ dueUs: scene.time.us + 500 * MS_US });
  expect(await firing.runOnce()).toBe(490);
  await Promise.all([scene.add(), scene.add(), scene.add()]);
  expect(await firing.runOnce()).toBe(0);
  await firing.runOnce();
  await settle(3);
  await firing.stop(0);
});

test('a worker without free slots runs its next pass soon, rather than at the next due time', async () => {
  const url = (n: number) => `https://herd-${n % 400}.test/`;
  await scene.addAll(5_600, (n) => ({ url: url(n) }));
  const hanging = Promise.withResolvers<never>();
  hanging.promise.catch(() => {});
  const { firing, sent } = scene.engine(() => hanging.promise, { settings: { batch: 5_000 } });
  await firing.runOnce();
  await firing.runOnce();
  expect(await firing.runOnce()).toBeLessThanOrEqual(10);
  expect(sent.length).toBeLessThan(100);
  hanging.reject(new Error('the test is over'));
  await firing.stop(0);
});
