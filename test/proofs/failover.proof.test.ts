import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { IS_FULL, report } from '#/test/proofs/figures.ts';
import { HAS_PATRONI, PatroniCluster } from '#/test/proofs/ha/patroni-cluster.ts';
import type { Failure } from '#/test/proofs/ha/patroni-node.ts';
import { SteadyCreates } from '#/test/proofs/ha/steady-creates.ts';
import { HAS_PGBOUNCER, startPgbouncer } from '#/test/proofs/pgbouncer.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, SOON_RECLAIMED } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { firstOwner, WebProcess } from '#/test/web-process.ts';

// A real web process and two real workers on two PostgreSQL under Patroni, whose primary fails under load.

const NAME = 'proof';
const ROUNDS = IS_FULL ? 3 : 1;
const BUILD_MS = 600_000;
/** Alarms at even distances from before the failure until long after the failover, which takes up to half a minute. */
const ALARMS = 3_000;
const PER_SECOND = 50;
/** The failure happens under load. */
const ARRIVALS_BEFORE_FAILURE = 2 * PER_SECOND;
const POOLER_SESSIONS = 6;
/**
 * Twice the time after which Patroni replaces a dead primary (`ttl` of ops/ha/patroni.yml), plus some: cores are busy.
 */
const BACK_WITHIN_MS = 60_000;
const API_KEY = 'only-for-tests-only-for-tests-only';

let cluster: PatroniCluster;
let receiver: Receiver;
let web: WebProcess;
let workers: WorkerProcess[] = [];
let pool: pg.Pool;
let db: Db;
let workspaceId: string;

beforeAll(async () => {
  if (!HAS_PATRONI) return;
  await buildPages((line) => process.stdout.write(`${line}\n`));
  receiver = await receiverOfFile();
  cluster = await PatroniCluster.start();
  const url = cluster.url(NAME);
  await until('the primary takes connections', PATIENCE_MS, () =>
    ensureDatabase(cluster.url('postgres'), NAME).then(
      () => true,
      () => false,
    ),
  );
  await migrate(url);
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {});
  db = connect(url, 2);
  web = await WebProcess.start({
    DATABASE_URL: url,
    ...firstOwner('Failover', API_KEY),
  });
  workers = await Promise.all(['one', 'two'].map((name) => new WorkerProcess(url, name, SOON_RECLAIMED).ready()));
  const { rows } = await pool.query<{ id: string }>('select id from workspaces');
  workspaceId = rows[0]?.id ?? '';
}, BUILD_MS);
afterAll(async () => {
  await Promise.all([web?.kill(), ...workers.map((worker) => worker.end('SIGKILL'))]);
  await Promise.all([pool?.end(), db?.$disconnect()]);
  await cluster?.stop();
});

const HEADERS = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
const postTo = (to: WebProcess) => (body: object, headers: Record<string, string>) =>
  fetch(`${to.url}/api/v1/alarms`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

/** Null while the database can't be reached. */
async function count(sql: string, values: unknown[] = []): Promise<number | null> {
  const found = await pool.query<{ count: number }>(sql, values).catch(() => null);
  return found?.rows[0]?.count ?? null;
}
const pending = () => count('select count(*)::int as count from alarms where name is null');

async function failOver(how: Failure, asked = web) {
  const primary = await cluster.waitUntilInSync();
  const before = await DatabaseInstants.measure(pool);
  const creates = new SteadyCreates(postTo(asked));
  const due = await insertPlanned(db, {
    workspaceId,
    count: ALARMS,
    firstUs: before.toDatabaseUs(performance.now()) + SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  const arrivals = (id: string) => receiver.ledger.arrivalsOf(id);
  const arrived = () => [...due.keys()].filter((id) => arrivals(id).length > 0).length;
  await until('it fires', PATIENCE_MS, () => arrived() >= ARRIVALS_BEFORE_FAILURE);
  await primary.fail(how);
  await until('every alarm has ended', PATIENCE_MS, async () => (await pending()) === 0);
  await creates.stop();
  await primary.repair(how);
  expect((await cluster.waitUntilInSync()).name).not.toBe(primary.name);

  const instants = before.spanning(await DatabaseInstants.measure(pool));
  const lateMs = ([id, us]: [string, Micros]) =>
    (arrivals(id)[0]?.atMs ?? Number.POSITIVE_INFINITY) - instants.monotonicMs(us);
  const early = [...due].flatMap(([id, us]) => arrivals(id).filter(({ atMs }) => instants.latestUs(atMs) < us));
  const stored = await count('select count(*)::int as count from alarms where name = $1', [creates.name]);
  return {
    missing: receiver.ledger.missing(due.keys()),
    early: early.length,
    lost: creates.confirmed - (stored ?? 0),
    gapMs: creates.longestGapMs,
    figures: {
      'latest alarm after its due time, ms': Math.round(Math.max(...[...due].map(lateMs))),
      'no create confirmed for, ms': Math.round(creates.longestGapMs),
      'creates confirmed': creates.confirmed,
      'creates repeated': creates.repeats,
      'alarms sent again': [...due.keys()].filter((id) => arrivals(id).length > 1).length,
    },
  };
}

for (const how of ['killed', 'frozen', 'cut off'] as const) {
  test.skipIf(!HAS_PATRONI)(
    `a primary that is ${how} under load loses nothing, and nothing is sent early`,
    async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        const { figures, gapMs: _gapMs, ...outcome } = await failOver(how);
        report(`Primary ${how}, round ${round}`, { alarms: ALARMS, ...figures });
        expect(outcome).toEqual({ missing: [], early: 0, lost: 0 });
        expect(workers.map(({ isRunning }) => isRunning)).toEqual([true, true]);
      }
    },
  );
}

test.skipIf(!HAS_PATRONI || !HAS_PGBOUNCER)(
  'a web process behind PgBouncer is back after a failover, and loses nothing',
  async () => {
    const pooler = await startPgbouncer(cluster.url(NAME), POOLER_SESSIONS);
    const pooled = await WebProcess.start({ DATABASE_URL: cluster.url(NAME), DATABASE_POOLER_URL: pooler.url });
    onTestFinished(() => pooled.kill());
    const { figures, gapMs, ...outcome } = await failOver('killed', pooled);
    report('Primary killed, behind PgBouncer', { alarms: ALARMS, ...figures });
    expect(outcome).toEqual({ missing: [], early: 0, lost: 0 });
    expect(gapMs).toBeLessThan(BACK_WITHIN_MS);
    // A list goes through the pooler too, a report directly to the database.
    for (const path of ['alarms?limit=1', 'reports/summary?from=2026-03-02&to=2026-03-08&time_zone=UTC']) {
      const response = await fetch(`${pooled.url}/api/v1/${path}`, { headers: HEADERS });
      expect([path, response.status]).toEqual([path, 200]);
    }
    expect((await pooler.counts()).sessions).toBeGreaterThan(0);
  },
);
