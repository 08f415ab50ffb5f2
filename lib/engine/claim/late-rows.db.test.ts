import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { firingWorld, LEASE_MS } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';

const HOUR_US = 3_600 * SECOND_US;

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
});

/** The database, and which statements scanned an index from its very beginning. */
function watched() {
  const whole: string[] = [];
  const sql = (real: Sql) =>
    ((statement, values) => {
      if (values.includes('-infinity')) whole.push(statement.name);
      return real(statement, values);
    }) as Sql;
  return { sql, whole };
}

test('scans begin where the last one found nothing left, and don’t step over fired alarms again', async () => {
  const { sql, whole } = watched();
  const { firing } = scene.engine(undefined, { sql });
  for (let pass = 0; pass < 5; pass++) {
    await firing.runOnce();
    scene.time.us += SECOND_US;
  }
  expect(whole).toEqual(['reclaim_expired', 'claim_due']);
  await firing.stop(0);
});

describe('an alarm that turns up long after its due time', () => {
  test('is sent by the next pass when the engine is notified', async () => {
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    await firing.runOnce();
    const id = await scene.add({ dueUs: scene.time.us - HOUR_US });
    expect(firing.expect(scene.time.us - HOUR_US)).toBeLessThan(0);
    await firing.runOnce();
    await settle(1);
    expect(sent.map((request) => request.id)).toEqual([id]);
    await firing.stop(0);
  });

  test('is found without a notification after a release', async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const { firing, sent, settle } = scene.engine(undefined, { secrets: () => promise });
    const id = await scene.add({ dueUs: scene.time.us - HOUR_US });
    await firing.runOnce();
    scene.time.us += (LEASE_MS - 10_000) * MS_US;
    resolve([]);
    await eventually(async () => expect(await scene.row(id)).toMatchObject({ status: 'scheduled' }));
    await firing.runOnce();
    await firing.runOnce();
    await settle(1);
    expect(sent).toHaveLength(1);
    await firing.stop(0);
  });
});

describe('the database’s clock is set back by an hour', () => {
  test('alarms that a lost worker held are still reclaimed within a second', async () => {
    const { firing, reclaimed, sent, settle } = scene.engine();
    await firing.runOnce();
    scene.time.us -= HOUR_US;
    const id = await scene.add();
    await scene.query(
      `update alarms set status = 'firing', attempts = 1, version = 2, lease_until = to_timestamp($2::float8 / 1000000)
       where id = $1`,
      [id, scene.time.us - 1],
    );
    await firing.runOnce();
    await settle(1);
    expect(reclaimed).toEqual([1]);
    expect(sent).toHaveLength(1);
    await firing.stop(0);
  });

  test('an alarm that was due by the old time waits until it is due by the new one', async () => {
    const dueUs = scene.time.us;
    await scene.add({ dueUs });
    scene.time.us -= HOUR_US;
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    expect(sent).toEqual([]);
    scene.time.us = dueUs;
    await firing.runOnce();
    await settle(1);
    expect(sent).toHaveLength(1);
    await firing.stop(0);
  });
});
