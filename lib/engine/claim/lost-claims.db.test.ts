import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { firingWorld, LEASE_MS } from '#/test/engine/firing.ts';

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
});

/** A database that executes the first claim that finds anything, and whose response to it is lost. */
function losing() {
  let isLost = false;
  const sql = (real: Sql) =>
    (async (statement, values) => {
      const rows = await real(statement, values);
      if (isLost || statement.name !== 'claim_due' || rows.length === 0) return rows;
      isLost = true;
      throw new Error('Query read timeout');
    }) as Sql;
  return { sql };
}

describe('alarms of a claim whose response was lost', () => {
  test('are released by the next pass and sent once, without waiting for the end of their lease', async () => {
    const { firing, sent, settle, reclaimed } = scene.engine(undefined, losing());
    const id = await scene.add();
    await expect(firing.runOnce()).rejects.toThrow('Query read timeout');
    expect(await scene.row(id)).toMatchObject({ status: 'firing', attempts: 1 });
    scene.time.us += SECOND_US;
    await firing.runOnce();
    await settle(1);
    expect(sent.map((request) => request.id)).toEqual([id]);
    expect(reclaimed).toEqual([]);
    await firing.stop(0);
  });

  test('count as not attempted, also when they are backlog', async () => {
    const { firing, sent, settled, settle } = scene.engine(undefined, losing());
    const id = await scene.add({ dueUs: scene.time.us - 3_600 * SECOND_US });
    await firing.runOnce().catch(() => {});
    await firing.runOnce().catch(() => {});
    await firing.runOnce();
    await settle(1);
    expect(sent.map((request) => request.id)).toEqual([id]);
    expect(settled.map(({ claim }) => claim.attempt)).toEqual([1]);
    await firing.stop(0);
  });

  test('that another worker holds by a lease of its own stay with that one', async () => {
    const { firing, sent } = scene.engine(undefined, losing());
    const [lost, held] = [await scene.add(), await scene.add({ dueUs: scene.time.us + 3_600 * SECOND_US })];
    await scene.query(
      `update alarms set status = 'firing', attempts = 1, version = 2, lease_until = to_timestamp($2::float8 / 1000000)
       where id = $1`,
      [held, scene.time.us + LEASE_MS * MS_US - 1],
    );
    await firing.runOnce().catch(() => {});
    await firing.runOnce();
    expect(await scene.row(held)).toMatchObject({ status: 'firing', attempts: 1 });
    await firing.stop(0);
    expect(sent.map((request) => request.id)).toEqual([lost]);
  });
});
