import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerDueRuns } from '#/lib/alarms/schedules/register-runs.ts';
import { listConsumingBrokers } from '#/lib/bridge/consuming/consuming-brokers-query.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { isLockTimeout } from '#/lib/db/unavailable.ts';
import { createCanaries } from '#/lib/engine/canary/create-canaries.ts';
import { claimByWorkspace } from '#/lib/engine/claim/claim-by-workspace-query.ts';
import { claimDue } from '#/lib/engine/claim/claim-due-query.ts';
import { holdEngine } from '#/lib/engine/hold/hold-engine.ts';
import { findHold, mayFire } from '#/lib/engine/hold/hold-query.ts';
import { countInFlight } from '#/lib/engine/hold/in-flight-query.ts';
import { listOverdue } from '#/lib/engine/hold/overdue-query.ts';
import { releaseEngine } from '#/lib/engine/hold/release-engine.ts';
import { grantQueued } from '#/lib/engine/queues/grant-query.ts';
import { findDatabaseTime } from '#/lib/engine/time/database-time-query.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { firingWorld, LEASE_MS } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';

const HOUR_US = 3_600 * SECOND_US;
const RECEIVER = 'https://limited.test';

let scene: Awaited<ReturnType<typeof firingWorld>>;
let system: Parameters<typeof releaseEngine>[0];
beforeAll(async () => {
  scene = await firingWorld();
  system = { db: scene.world.db, clock: scene.world.clock, requestId: null, sql: scene.pool.sql };
});
beforeEach(async () => {
  await scene.query('truncate alarms, engine_holds, wakeups');
  await scene.query('delete from receivers');
  scene.world.clock.set(new Date(scene.time.us / MS_US));
});

const hold = () => holdEngine(system, 'a restored backup');
const statuses = async () =>
  (await scene.query<{ status: string }>('select status from alarms')).map((row) => row.status);

/** An alarm in the queue of a receiver that is limited, and may leave it. */
async function queued(): Promise<{ alarm: string; receiver: string }> {
  const receiver = newId();
  await scene.query(
    `insert into receivers (id, workspace_id, origin, max_per_second, drains) values ($1, $2, $3, 100, true)`,
    [receiver, scene.workspaceId, RECEIVER],
  );
  const alarm = await scene.add({ url: `${RECEIVER}/hook` });
  await scene.query(`update alarms set receiver_id = $1, next_attempt_at = '2200-01-01T00:00:00Z' where id = $2`, [
    receiver,
    alarm,
  ]);
  return { alarm, receiver };
}

describe('while the engine is on hold', () => {
  const claim = () => ({
    afterUs: null,
    untilUs: scene.time.us,
    limit: 10,
    leaseUntilUs: scene.time.us + LEASE_MS * MS_US,
  });

  test('no statement claims an alarm, whether in order of time, by workspace, or from a queue', async () => {
    await scene.add();
    const { receiver } = await queued();
    await hold();
    const { sql } = scene.pool;
    expect(await claimDue(sql, claim())).toEqual([]);
    const byWorkspace = { ...claim(), kind: 'alarms' as const, without: [], from: null };
    expect((await claimByWorkspace(sql, byWorkspace)).claims).toEqual([]);
    const grant = {
      receivers: [{ id: receiver, workspaceId: scene.workspaceId }],
      nowUs: scene.time.us,
      limit: 10,
      leaseUntilUs: claim().leaseUntilUs,
    };
    expect((await grantQueued(sql, grant)).flatMap(({ claims }) => claims)).toEqual([]);
    expect(await statuses()).toEqual(['scheduled', 'scheduled']);
  });

  test('an engine sends nothing, sleeps for a second, and sends each alarm once when it is released', async () => {
    const overdue = await scene.add({ dueUs: scene.time.us - HOUR_US });
    const fresh = await scene.add();
    const { alarm } = await queued();
    await hold();
    const { firing, sent, settle } = scene.engine();
    for (let pass = 0; pass < 5; pass += 1) expect(await firing.runOnce()).toBe(1_000);
    expect(sent).toEqual([]);
    expect(await releaseEngine(system)).toEqual({ alarms: 0, deliveries: 0 });
    await eventually(async () => {
      await firing.runOnce();
      expect(sent).toHaveLength(3);
    });
    await settle(3);
    expect(sent.map(({ id }) => id).sort()).toEqual([overdue, fresh, alarm].sort());
    expect(sent.map(({ headers }) => headers['timer-attempt'])).toEqual(['1', '1', '1']);
    await firing.stop(0);
  });

  test('alarms of a lost worker are reclaimed, and wait', async () => {
    const id = await scene.add();
    await scene.query(
      `update alarms set status = 'firing', attempts = 1, version = 2, lease_until = to_timestamp($1::float8 / 1000000)`,
      [scene.time.us - 1],
    );
    await hold();
    const { firing, sent, reclaimed } = scene.engine();
    await firing.runOnce();
    expect(reclaimed).toEqual([1]);
    expect(await scene.row(id)).toMatchObject({ status: 'scheduled' });
    expect(sent).toEqual([]);
    await firing.stop(0);
  });

  test('timers’ instants wait, and fire once when it is released', async () => {
    const subject = newId();
    const now = await system.clock.now(system.db);
    await scene.query(`insert into wakeups (kind, subject_id, due_at) values ('test', $1, $2)`, [subject, now]);
    await hold();
    const fired: string[] = [];
    const handlers = {
      test: async (_ctx: unknown, id: string) => {
        fired.push(id);
      },
    };
    expect(await fireWakeups(system, handlers)).toBeNull();
    expect(fired).toEqual([]);
    await releaseEngine(system);
    await fireWakeups(system, handlers);
    await fireWakeups(system, handlers);
    expect(fired).toEqual([subject]);
  });

  test('schedules register no runs, no test alarm is made, and no broker is consumed from', async () => {
    const now = await system.clock.now(system.db);
    await scene.query(
      `insert into schedules (id, workspace_id, created_by, headers_by, cron, time_zone, catch_up, url, settings, next_run_at)
       select $1, $2, $2, $2, '0 * * * *', 'UTC', 'all', 'https://acme.test', '{}', $3`,
      [newId(), scene.workspaceId, now],
    );
    await scene.query(
      `insert into brokers (id, workspace_id, created_by, name, kind, sealed_url, input_target)
       values ($1, $2, $2, 'redis', 'redis', 'sealed', 'timers')`,
      [newId(), scene.workspaceId],
    );
    expect(await listConsumingBrokers(system.db)).toHaveLength(1);
    await hold();
    expect(await registerDueRuns(system)).toBe(0);
    expect(await createCanaries(system, 10_000)).toBe(0);
    expect(await listConsumingBrokers(system.db)).toEqual([]);
    expect(await statuses()).toEqual([]);
    await releaseEngine(system);
    expect(await registerDueRuns(system)).toBeGreaterThan(0);
    await scene.query('delete from brokers');
  });

  test('alarms claimed before count as in flight, and those of a lost worker do not', async () => {
    await scene.addAll(2, () => ({}));
    await scene.query(
      `update alarms set status = 'firing', attempts = 1, lease_until = clock_timestamp() + interval '1 minute'`,
    );
    await scene.query(
      `update alarms set lease_until = clock_timestamp() - interval '1 s' where id = (select id from alarms limit 1)`,
    );
    await hold();
    expect(await countInFlight(system.db)).toEqual({ alarms: 1, alarmsUntil: expect.any(Date), jobs: 0 });
  });
});

describe('a hold', () => {
  test('waits for a claim in flight, and a claim that waits behind it finds nothing, however old its snapshot', async () => {
    const [first, second] = [await scene.add(), await scene.add()];
    const worker = await scene.world.database.pool.connect();
    await worker.query('begin');
    const { rows } = await worker.query(
      `update alarms set status = 'firing', attempts = 1, lease_until = now() + interval '1 min'
       where id = $1 and (select engine_may_fire()) returning id`,
      [first],
    );
    expect(rows).toEqual([{ id: first }]);
    let isHeld = false;
    const holding = hold().then(() => {
      isHeld = true;
    });
    await eventually(async () => expect(await waiting()).toBe(1));
    const late = claimDue(scene.pool.sql, {
      afterUs: null,
      untilUs: scene.time.us,
      limit: 10,
      leaseUntilUs: scene.time.us + LEASE_MS * MS_US,
    });
    await eventually(async () => expect(await waiting()).toBe(2));
    expect(isHeld).toBe(false);
    await worker.query('commit');
    worker.release();
    await holding;
    expect(await late).toEqual([]);
    expect(await scene.row(second)).toMatchObject({ status: 'scheduled', version: 1 });
  });

  test('that waits too long for a claim in flight does not begin, and fails with a retryable error', async () => {
    const worker = await scene.world.database.pool.connect();
    await worker.query('begin');
    await worker.query('select engine_may_fire()');
    const impatient = transaction(system, async (ctx) => {
      await ctx.tx.$executeRaw`set local lock_timeout = '1ms'`;
      return holdEngine(ctx, 'a restored backup');
    });
    const error = await impatient.catch((reason: unknown) => reason);
    await worker.query('rollback');
    worker.release();
    expect([isLockTimeout(error), await findHold(system.db)]).toEqual([true, null]);
    expect(isLockTimeout(new Error('another one'))).toBe(false);
  });

  test('may begin amid claims of two engines: nothing is claimed after it, and nothing sent twice or lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 30 }), async (after, batch) => {
        await scene.query('truncate alarms, engine_holds');
        scene.time.us += HOUR_US;
        const ids = await scene.addAll(60, (n) => ({ dueUs: scene.time.us - n * 100 * MS_US }));
        const engines = [1, 2].map(() => scene.engine(undefined, { settings: { batch } }));
        const passes = engines.map(async ({ firing }, place) => {
          for (let pass = 0; pass < 6 + place; pass += 1) await firing.runOnce();
        });
        for (let step = 0; step < after; step += 1) await scene.query('select');
        await hold();
        const claimed = await claimedSoFar(ids);
        await Promise.all(passes);
        for (const { firing } of engines) await firing.runOnce();
        expect(await claimedSoFar(ids)).toBe(claimed);
        await eventually(async () => expect(await countInFlight(system.db)).toMatchObject({ alarms: 0 }));
        await releaseEngine(system);
        const sent = () => engines.flatMap((engine) => engine.sent.map(({ id }) => id));
        await eventually(async () => {
          for (const { firing } of engines) await firing.runOnce();
          expect(sent().length).toBeGreaterThanOrEqual(ids.length);
        });
        await Promise.all(engines.map(({ firing }) => firing.stop(1_000)));
        expect(sent().sort()).toEqual([...ids].sort());
      }),
      { numRuns: 20, seed: 42 },
    );
  });

  test('is a single one, however many begin it at once, and can begin again after its release', async () => {
    const holds = await Promise.all(Array.from({ length: 5 }, hold));
    expect(new Set(holds.map(({ id }) => id)).size).toBe(1);
    expect(await mayFire(system.db)).toBe(false);
    expect(await releaseEngine(system)).not.toBeNull();
    expect([await releaseEngine(system), await findHold(system.db), await mayFire(system.db)]).toEqual([
      null,
      null,
      true,
    ]);
    expect((await hold()).id).not.toBe(holds[0]?.id);
  });

  test('with a lower id than an earlier one still counts as the latest, in force and released', async () => {
    const [low, high] = [`${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`, newId()];
    const insert = (id: string, releasedAt: string) =>
      scene.query(
        `insert into engine_holds (id, reason, began_at, released_at) values ($1, 'x', now() - interval '1 hour', ${releasedAt})`,
        [id],
      );
    await insert(high, "now() - interval '1 minute'");
    await insert(low, 'null');
    expect(await findDatabaseTime(scene.pool.sql)).toMatchObject({ lastHoldId: low, isOnHold: true });
    await scene.query('update engine_holds set released_at = now() where released_at is null');
    expect(await findDatabaseTime(scene.pool.sql)).toMatchObject({ lastHoldId: low, isOnHold: false });
  });

  test('can be released though the clock was set back since it began', async () => {
    const { beganAt } = await hold();
    scene.world.clock.set(new Date(beganAt.getTime() - HOUR_US / MS_US));
    expect(await releaseEngine(system)).not.toBeNull();
    expect(await scene.query('select released_at from engine_holds')).toEqual([{ released_at: beganAt }]);
  });
});

describe('a release that aborts what was due before an instant', () => {
  test('counts alarms, deliveries and claims of lost workers, ends them, and leaves the rest to fire', async () => {
    const before = new Date((scene.time.us - HOUR_US) / MS_US);
    const old = scene.time.us - 2 * HOUR_US;
    const [alarm, lost, delivery] = await scene.addAll(3, () => ({ dueUs: old }));
    const later = await scene.add({ dueUs: scene.time.us - SECOND_US });
    const ahead = await scene.add({ dueUs: scene.time.us + HOUR_US });
    await scene.query('update alarms set endpoint_id = $1 where id = $2', [newId(), delivery]);
    await scene.query(
      `update alarms set status = 'firing', attempts = 1, lease_until = to_timestamp($1::float8 / 1000000) where id = $2`,
      [old, lost],
    );
    await hold();
    expect(await listOverdue(system.db, before)).toEqual([
      expect.objectContaining({ workspaceId: scene.workspaceId, alarms: 2, deliveries: 1 }),
    ]);
    expect(await releaseEngine(system, { abortDueBefore: before })).toEqual({ alarms: 2, deliveries: 1 });
    const ended = await scene.query(`select id, status from alarm_history where id = any ($1::uuid[])`, [
      [alarm, lost, delivery],
    ]);
    expect(ended).toHaveLength(3);
    expect(new Set(ended.map((row) => (row as { status: string }).status))).toEqual(new Set(['aborted']));
    const { firing, sent, settle } = scene.engine();
    await firing.runOnce();
    await settle(1);
    expect(sent.map(({ id }) => id)).toEqual([later]);
    expect(await scene.row(ahead)).toMatchObject({ status: 'scheduled' });
    await firing.stop(0);
  });

  const before = () => new Date((scene.time.us - HOUR_US) / MS_US);
  const overdue = () => scene.add({ dueUs: scene.time.us - 2 * HOUR_US });

  test('aborts nothing while the engine is not on hold', async () => {
    await overdue();
    expect(await releaseEngine(system, { abortDueBefore: before() })).toBeNull();
    expect(await statuses()).toEqual(['scheduled']);
  });

  test('is rejected while alarms are in flight, which may have to be retried, and says when to try again', async () => {
    await overdue();
    const id = await overdue();
    const until = new Date(Date.now() + HOUR_US / MS_US);
    await scene.query(`update alarms set status = 'firing', attempts = 1, lease_until = $1 where id = $2`, [until, id]);
    await hold();
    await expect(releaseEngine(system, { abortDueBefore: before() })).rejects.toThrow(
      `1 alarms that were claimed before the hold are in flight. Nothing was aborted, and the hold stays. Repeat this once they have ended, at the latest after ${until.toISOString()}.`,
    );
    expect([(await statuses()).sort(), await mayFire(system.db)]).toEqual([['firing', 'scheduled'], false]);
  });
});

/** Sessions that wait for the lock of holds. */
async function waiting(): Promise<number> {
  const [row] = await scene.query<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return row?.count ?? 0;
}

/** Those of these alarms that a worker has or had. */
async function claimedSoFar(ids: readonly string[]): Promise<number> {
  const [row] = await scene.query<{ count: number }>(
    `select (select count(*) from alarms where id = any ($1::uuid[]) and status = 'firing')::int
          + (select count(*) from alarm_history where id = any ($1::uuid[]))::int as count`,
    [ids],
  );
  return row?.count ?? 0;
}
