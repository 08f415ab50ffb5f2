import { beforeAll, expect, test } from 'vitest';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { reportSummaryJson } from '#/lib/analytics/reports/report-json.ts';
import { reportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { openReads, type Reads } from '#/lib/api/limits/reads.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { readEnv } from '#/lib/core/env.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { Replica } from '#/lib/db/replica.ts';
import { checkReplica } from '#/scripts/doctor/replica-check.ts';
import { afterFile } from '#/test/after-file.ts';
import { IS_FULL, report, spread } from '#/test/proofs/figures.ts';
import { type OwnDatabase, ownDatabase, type Standby } from '#/test/proofs/own-database.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { SettableClock } from '#/test/settable-clock.ts';

const READS = IS_FULL ? 2_000 : 300;
const DAY = '2026-03-10';
const POOLS = {
  DATABASE_READ_POOL: 4,
  DATABASE_REPORT_POOL: 4,
  READ_TIMEOUT_SECONDS: 5,
  REPORT_TIMEOUT_SECONDS: 8,
  DATABASE_TIMEOUT_MS: 8_000,
};

let primary: OwnDatabase;
let standby: Standby;
let replica: Replica;
let replicaDb: Db;
let reads: Reads;
let maya: Ctx;
let recorded = 0;

beforeAll(async () => {
  primary = await ownDatabase();
  standby = await primary.startStandby();
  replicaDb = connect(standby.url, 4);
  replica = new Replica(primary.db, replicaDb);
  reads = openReads({ ...POOLS, DATABASE_URL: primary.url }, replica);
  afterFile(() => reads.close());
  const { db, workspaceId } = primary;
  const userId = newId();
  await db.user.create({ data: { id: userId, email: 'maya@example.com', name: 'Maya', timeZone: 'Europe/Berlin' } });
  await db.membership.create({ data: { workspaceId, userId, role: 'owner' } });
  maya = {
    db,
    clock: new SettableClock(`${DAY}T23:00:00.000Z`),
    actor: {
      userId,
      workspaceId,
      role: 'owner',
      scopes: new Set(permissionsOf('owner')),
      credential: { kind: 'session', sessionId: newId() },
    },
    requestId: 'proof',
    granted: new Set(),
  };
});

/** Records one more minute, as a transaction whose commit was confirmed. */
async function recordMinute(): Promise<void> {
  const start = Date.parse(`${DAY}T00:00Z`) + (recorded % 1_000) * MINUTE_MS;
  await recordTimer(primary.pool, maya, { spans: [[start, start + MINUTE_MS]] });
  recorded += 1;
}

/** The report right after, and which database it was read from. */
async function readReport(): Promise<{ minutes: number; isOfReplica: boolean }> {
  return reads.run(maya, { kind: 'report' }, async (ctx) => {
    const { totals } = reportSummaryJson(
      await getReportSummary(ctx, reportSummaryQuery.parse({ from: DAY, to: DAY, time_zone: 'UTC' })),
    );
    return { minutes: totals.tracked_ms / MINUTE_MS, isOfReplica: ctx.db === replicaDb };
  });
}

const isRead = async () => (await readReport()).isOfReplica;

test('a report on the replica has everything that was recorded before it, whatever is written meanwhile', async () => {
  await until('the replica is read', PATIENCE_MS, isRead);
  const stop = new AbortController();
  const noise = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!stop.signal.aborted) {
        await primary.pool.query(
          `insert into throttles (key, points) select gen_random_uuid(), 1 from generate_series(1, 50)`,
        );
      }
    }),
  );
  const requested: number[] = [];
  let ofReplica = 0;
  for (let read = 0; read < READS; read += 1) {
    await recordMinute();
    const began = performance.now();
    const { minutes, isOfReplica } = await readReport();
    requested.push(performance.now() - began);
    expect(minutes).toBe(recorded);
    ofReplica += Number(isOfReplica);
  }
  stop.abort();
  await noise;
  expect(ofReplica).toBeGreaterThan(0);
  report('reports from a replica under writes', { reads: READS, 'of the replica': ofReplica, ...spread(requested) });
});

test('the doctor warns of a replica whose rows vacuum may remove while it reads', async () => {
  const settings = readEnv({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    AUTH_SECRET: 'x'.repeat(32),
  });
  const check = async () =>
    (await checkReplica({ db: primary.db, settings })).map(({ state, found }) => [state, found]);
  expect(await check()).toEqual([['warning', 'the replica follows the primary, but its hot_standby_feedback is off']]);
  // The statements of its advice, one after the other: the first can't be in a transaction.
  await replicaDb.$executeRawUnsafe('alter system set hot_standby_feedback = on');
  await replicaDb.$queryRaw`select pg_reload_conf()`;
  await until('the replica has the setting', PATIENCE_MS, async () => (await check())[0]?.[0] === 'ok');
});

test('reports read the primary while the replica does not advance, and its lag is shown', async () => {
  await replicaDb.$queryRaw`select pg_wal_replay_pause()::text`;
  await recordMinute();
  expect(await readReport()).toEqual({ minutes: recorded, isOfReplica: false });
  await until(
    'it is more than a second behind',
    PATIENCE_MS,
    async () => ((await replica.status()).lagMs ?? 0) > 1_000,
  );
  await replicaDb.$queryRaw`select pg_wal_replay_resume()::text`;
  await until('the replica is read again', PATIENCE_MS, isRead);
  expect(await readReport()).toMatchObject({ minutes: recorded });
  await until('it is up to date', PATIENCE_MS, async () => (await replica.status()).lagMs === 0);
});

test('a silent replica is not waited for, and is read again later', async () => {
  standby.freeze();
  await recordMinute();
  expect(await readReport()).toEqual({ minutes: recorded, isOfReplica: false });
  expect(await replica.status()).toEqual({ lagMs: null, problem: 'unreachable' });
  standby.thaw();
  await until('the replica is read again', PATIENCE_MS, isRead);
});

test('a promoted replica is not read', async () => {
  await replicaDb.$queryRaw`select pg_promote(true, 60)`;
  expect(await replica.status()).toEqual({ lagMs: null, problem: 'no_standby' });
  await recordMinute();
  expect(await readReport()).toEqual({ minutes: recorded, isOfReplica: false });
});
