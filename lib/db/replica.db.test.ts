import { beforeAll, expect, test } from 'vitest';
import { openReads } from '#/lib/api/limits/reads.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { connect } from '#/lib/db/client.ts';
import { Replica } from '#/lib/db/replica.ts';
import { freePort } from '#/scripts/free-port.ts';
import { testWorld, type World } from '#/test/world.ts';

// A standby that follows, stops replaying, stops responding and is promoted: `npm run prove -- proofs replica`.

const POOLS = {
  DATABASE_READ_POOL: 4,
  DATABASE_REPORT_POOL: 4,
  READ_TIMEOUT_SECONDS: 5,
  REPORT_TIMEOUT_SECONDS: 8,
  DATABASE_TIMEOUT_MS: 60_000,
};

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
});

/** Databases that are no replica, or not one at the moment. */
async function replicaAt(url: string) {
  const db = connect(url, 2);
  const replica = new Replica(world.db, db);
  const reads = openReads({ ...POOLS, DATABASE_URL: world.database.url }, replica);
  world.database.onClose(() => reads.close());
  return { db, replica, reads };
}

test.each([
  ['the primary itself', 'no_standby', async () => world.database.url],
  ['nobody', 'unreachable', async () => `postgresql://postgres@127.0.0.1:${await freePort()}/timers`],
] as const)('reports read the primary when DATABASE_REPLICA_URL points to %s', async (_, problem, url) => {
  const { db, replica, reads } = await replicaAt(await url());
  expect(await replica.status()).toEqual({ lagMs: null, problem });
  expect(await replica.hasCaughtUp()).toBe(false);
  const read = reads.run(maya, { kind: 'report' }, async (ctx) => [
    ctx.db === db,
    await ctx.db.$queryRaw`select 7 as n`,
  ]);
  expect(await read).toEqual([false, [{ n: 7 }]]);
});

test('a report that fails on the replica is read on the primary, but an invalid one is not read twice', async () => {
  const { db, replica, reads } = await replicaAt(world.database.url);
  replica.hasCaughtUp = async () => true;
  const requested: boolean[] = [];
  const conflict = Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
  const report = (error: Error) =>
    reads.run(maya, { kind: 'report' }, async (ctx) => {
      requested.push(ctx.db === db);
      if (ctx.db === db) throw error;
      return ctx.clock.now(ctx.db);
    });
  expect(await report(conflict)).toEqual(await world.clock.now());
  expect(requested.splice(0)).toEqual([true, false]);
  await expect(report(new TypeError('no figure'))).rejects.toThrow('no figure');
  expect(requested).toEqual([true]);
});
