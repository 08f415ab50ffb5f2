import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { DatabaseTime } from '#/lib/engine/time/database-time.ts';
import type { WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { firingWorld, LEASE_MS, responding } from '#/test/engine/firing.ts';

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  scene.time.sinceForwardStep = Number.POSITIVE_INFINITY;
  await scene.query('truncate alarms');
});

/** A receiver that responds when the test says so. */
function slowReceiver() {
  const { promise, resolve } = Promise.withResolvers<WebhookResult>();
  return { response: () => promise, hang: resolve };
}

const away = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });

/** The database, except that responses to statements of this name are lost, after the statement was executed. */
const losingResponses = (name: string, isLost: () => boolean) => (sql: Sql) =>
  (async (statement, values) => {
    const rows = await sql(statement, values);
    if (statement.name === name && isLost()) throw away;
    return rows;
  }) as Sql;

/** The database, except that it can't be reached while `isAway`. */
const unreachable = (isAway: () => boolean) => (sql: Sql) =>
  (async (statement, values) => {
    if (isAway()) throw away;
    return sql(statement, values);
  }) as Sql;

describe('a worker whose alarm another one has reclaimed', () => {
  test('has its attempt logged, and changes nothing else', async () => {
    const id = await scene.add();
    const { response, hang } = slowReceiver();
    const stale = scene.engine(response);
    await stale.firing.runOnce();
    scene.time.us += LEASE_MS * MS_US + 1;
    const next = scene.engine(() => responding(500));
    await next.firing.runOnce();
    await next.settle(1);
    const row = await scene.row(id);
    hang(responding(200));
    await stale.settle(1);
    expect(stale.settled.map(({ isOwn }) => isOwn)).toEqual([false]);
    expect(await scene.row(id)).toEqual(row);
    expect(await scene.history(id)).toBeUndefined();
    const attempts = await scene.attempts(id);
    expect(attempts.map(({ attempt, outcome }) => [attempt, outcome]).sort()).toEqual([
      [1, 'delivered'],
      [1, 'stopped'],
      [2, 'responded'],
    ]);
    await Promise.all([stale.firing.stop(0), next.firing.stop(0)]);
  });

  test('does not end the other one’s attempt', async () => {
    const id = await scene.add();
    const [one, two] = [slowReceiver(), slowReceiver()];
    const stale = scene.engine(one.response);
    await stale.firing.runOnce();
    scene.time.us += LEASE_MS * MS_US + 1;
    const next = scene.engine(two.response);
    await next.firing.runOnce();
    one.hang(responding(410));
    await stale.settle(1);
    expect(await scene.row(id)).toMatchObject({ status: 'firing', attempts: 2 });
    two.hang(responding(200));
    await next.settle(1);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 2 });
    await Promise.all([stale.firing.stop(0), next.firing.stop(0)]);
  });

  test('sends nothing when loading the secrets took longer than the lease allows', async () => {
    const id = await scene.add();
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const { firing, sent } = scene.engine(undefined, { secrets: () => promise });
    await firing.runOnce();
    scene.time.us += (LEASE_MS - 10_000) * MS_US;
    resolve(['whsec_c2VjcmV0']);
    await firing.stop(1_000);
    expect(sent).toEqual([]);
    expect(await scene.row(id)).toMatchObject({ status: 'scheduled', attempts: 0 });
  });
});

describe('when the clock of the database is set', () => {
  test('forward, no lease ends before its full duration has passed, and attempts in flight end normally', async () => {
    const id = await scene.add();
    const { response, hang } = slowReceiver();
    const holder = scene.engine(response);
    await holder.firing.runOnce();
    scene.time.us += 3_000 * SECOND_US;
    scene.time.sinceForwardStep = LEASE_MS - 1;
    const other = scene.engine();
    await other.firing.runOnce();
    expect([other.sent, other.reclaimed]).toEqual([[], []]);
    hang(responding(200));
    await holder.settle(1);
    expect(holder.settled.map(({ isOwn }) => isOwn)).toEqual([true]);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect((await scene.attempts(id)).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([[1, 'delivered']]);
    await Promise.all([holder.firing.stop(0), other.firing.stop(0)]);
  });

  test('forward, alarms of a lost worker are reclaimed once a full lease has passed', async () => {
    await scene.add();
    const lost = scene.engine(() => new Promise<WebhookResult>(() => {}));
    await lost.firing.runOnce();
    scene.time.us += 3_000 * SECOND_US;
    scene.time.sinceForwardStep = LEASE_MS;
    const other = scene.engine();
    await other.firing.runOnce();
    await other.settle(1);
    expect([other.sent.length, other.reclaimed]).toEqual([1, [1]]);
    await other.firing.stop(0);
  });

  test('back, the next pass claims nothing that is not due by the new time', async () => {
    let nowUs = scene.time.us;
    const showing = (sql: Sql) =>
      (async (statement, values) => {
        const rows = await sql<{ now_us?: number }>(statement, values);
        return rows.map((row) => ('now_us' in row ? { ...row, now_us: nowUs } : row));
      }) as Sql;
    const { firing, sent, settle } = scene.engine(undefined, { sql: showing, time: new DatabaseTime() });
    await firing.runOnce();
    const id = await scene.add({ dueUs: nowUs });
    nowUs -= 30 * SECOND_US;
    await firing.runOnce();
    expect(sent).toEqual([]);
    expect(await scene.row(id)).toMatchObject({ status: 'scheduled', attempts: 0, version: 1 });
    nowUs += 30 * SECOND_US;
    await firing.runOnce();
    await settle(1);
    expect(sent).toHaveLength(1);
    await firing.stop(0);
  });
});

describe('an alarm is released as it was', () => {
  test('when the worker stops before it was due', async () => {
    const dueUs = scene.time.us + 5 * MS_US;
    const id = await scene.add({ dueUs });
    const { firing, sent } = scene.engine();
    await firing.runOnce();
    expect(await scene.row(id)).toMatchObject({ status: 'firing', attempts: 1 });
    await firing.stop(0);
    expect(sent).toEqual([]);
    expect(await scene.row(id)).toEqual({
      status: 'scheduled',
      attempts: 0,
      version: 3,
      next_us: dueUs,
      lease_us: null,
    });
    expect(await scene.attempts(id)).toEqual([]);
  });

  test('for a second later, when its secrets can’t be read', async () => {
    const id = await scene.add();
    const { firing, sent } = scene.engine(undefined, { secrets: () => Promise.reject(away) });
    await firing.runOnce();
    await firing.stop(0);
    expect(sent).toEqual([]);
    expect(await scene.row(id)).toMatchObject({ attempts: 0, next_us: scene.time.us + SECOND_US });
  });

  test('when the worker stops while the alarm waits for a connection, since nothing was sent', async () => {
    const id = await scene.add();
    const never: WebhookResult = { kind: 'stopped', detail: 'closed', address: null, sentAtMs: null, durationMs: 3 };
    const { firing } = scene.engine(() => never);
    await firing.runOnce();
    await firing.stop(0);
    expect(await scene.row(id)).toMatchObject({ status: 'scheduled', attempts: 0 });
  });
});

describe('the database goes down', () => {
  test('right after a claim: the worker that finds the expired lease sends the alarm', async () => {
    const id = await scene.add();
    const { firing, sent, settle } = scene.engine(undefined, { sql: losingResponses('claim_due', () => isLost) });
    let isLost = true;
    await expect(firing.runOnce()).rejects.toThrow('terminated');
    isLost = false;
    expect(await scene.row(id)).toMatchObject({ status: 'firing', attempts: 1 });
    scene.time.us += LEASE_MS * MS_US + 1;
    await firing.runOnce();
    await settle(1);
    expect(sent.map(({ headers }) => headers['timer-attempt'])).toEqual(['2']);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 2 });
    await firing.stop(0);
  });

  test('right after writing a result: the result is not written twice, nor the alarm sent twice', async () => {
    const id = await scene.add();
    let lost = 1;
    const { firing, sent, settle } = scene.engine(undefined, {
      sql: losingResponses('settle_attempts', () => lost-- > 0),
    });
    await firing.runOnce();
    await settle(1);
    await firing.stop(0);
    expect(sent).toHaveLength(1);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 1, version: 3 });
    expect(await scene.attempts(id)).toHaveLength(1);
  });

  test('for longer than a lease: known results are written before anything is reclaimed', async () => {
    const id = await scene.add();
    let isAway = false;
    const { firing, sent, settle } = scene.engine(
      () => {
        isAway = true;
        return responding(200);
      },
      { sql: unreachable(() => isAway) },
    );
    await expect(firing.runOnce()).rejects.toThrow('terminated');
    scene.time.us += 10 * LEASE_MS * MS_US;
    await expect(firing.runOnce()).rejects.toThrow('terminated');
    isAway = false;
    await firing.runOnce();
    await settle(1);
    expect(sent).toHaveLength(1);
    expect(await scene.history(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    await firing.stop(0);
  });
});
