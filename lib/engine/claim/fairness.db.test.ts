import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#/lib/core/ids.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { firingWorld, responding } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';

const BATCH = 20;
/** As many passes as would take 400 alarms in order of time. */
const PASSES = 20;
const FLOOD = 1_000;
const hook = (name: string) => `https://${name}.test/`;

let scene: Awaited<ReturnType<typeof firingWorld>>;
let end: () => void;
let worker: ReturnType<typeof engine>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
  worker = engine();
});
afterEach(async () => {
  end();
  await worker.firing.stop(30_000);
});

/** An engine whose receivers respond, except those of the flood, which hang until the test is over. */
function engine() {
  const isOver = Promise.withResolvers<void>();
  end = isOver.resolve;
  return scene.engine(
    async ({ url }) => {
      if (url.startsWith('https://hung')) await isOver.promise;
      return responding(200);
    },
    { settings: { batch: BATCH } },
  );
}

async function passes(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await worker.firing.runOnce();
}

/** Alarms of one other workspace, each a microsecond before the next. */
function flood(firstUs: number, change: { endpointId?: string } = {}) {
  const workspaceId = newId();
  return scene.addAll(FLOOD, (n) => ({ workspaceId, dueUs: firstUs + n, url: hook(`hung-${n % 50}`), ...change }));
}

async function expectSent(ids: readonly string[]): Promise<void> {
  await eventually(() => expect(worker.sent.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids])));
}

describe('an alarm behind a flood of another workspace whose receivers hang', () => {
  test.each([
    ['due at the same instant', 0],
    ['overdue for that long', -3_600 * SECOND_US],
  ])('%s is sent in a few passes', async (_what, afterUs) => {
    await flood(scene.time.us + afterUs - FLOOD);
    const quiet = await scene.add({ dueUs: scene.time.us + afterUs });
    await passes(PASSES);
    await expectSent([quiet]);
  });

  test('which was released and is due again, is sent in a few passes', async () => {
    await flood(scene.time.us - FLOOD);
    await passes(PASSES);
    // Its receivers are known to hang; alarms waiting for them are released, and become due again.
    scene.time.us += 2 * SECOND_US;
    await scene.query("update alarms set next_attempt_at = to_timestamp($1::float8 / 1e6) where status = 'scheduled'", [
      scene.time.us - 10 * MS_US,
    ]);
    const quiet = await scene.add();
    await passes(PASSES);
    await expectSent([quiet]);
  });

  test('is sent in a few passes when the flood goes to endpoints of its own workspace', async () => {
    await scene.addAll(FLOOD, (n) => ({ dueUs: scene.time.us - FLOOD + n, url: hook(`hung-${n % 50}`) }));
    await scene.query('update alarms set endpoint_id = $1', [newId()]);
    const quiet = await scene.add();
    await passes(PASSES);
    await expectSent([quiet]);
  });
});

test('one alarm of each workspace is sent before many of any, with more workspaces than rows in a claim', async () => {
  const workspaces = Array.from({ length: 3 * BATCH }, () => newId());
  for (const [n, workspaceId] of workspaces.entries()) {
    await scene.addAll(20, (k) => ({ workspaceId, dueUs: scene.time.us - 1_000 + n, url: hook(`good-${n}-${k % 2}`) }));
  }
  await passes(8);
  await eventually(() => expect(worker.settled.length).toBeGreaterThan(6 * BATCH));
  expect(new Set(worker.settled.map(({ claim }) => claim.workspaceId))).toEqual(new Set(workspaces));
});

test('a worker holds at most one batch more of one workspace than may wait', async () => {
  await flood(scene.time.us - FLOOD);
  await passes(60);
  // 32 attempts at once for a workspace, and four times that many waiting for their slots.
  const [row] = await scene.query<{ count: number }>(
    "select count(*)::int as count from alarms where status = 'firing'",
  );
  expect(row?.count).toBeGreaterThan(32);
  expect(row?.count).toBeLessThanOrEqual(32 + 4 * 32 + BATCH);
});

test('a flood to receivers that respond is sent completely, each alarm once', async () => {
  const workspaceId = newId();
  const ids = await scene.addAll(600, (n) => ({ workspaceId, url: hook(`good-${n % 4}`) }));
  const quiet = await scene.addAll(30, () => ({}));
  await eventually(async () => {
    await passes(1);
    expect(worker.settled.length).toBe(630);
  });
  expect(worker.sent.map(({ id }) => id).sort()).toEqual([...ids, ...quiet].sort());
  expect(await scene.query('select 1 from alarms')).toEqual([]);
});
