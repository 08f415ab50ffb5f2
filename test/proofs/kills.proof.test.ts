import { beforeAll, expect, test } from 'vitest';
import { type Micros, MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { atInstant, until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const KILLS = IS_FULL ? 120 : 8;
const KILL_EVERY_MS = 2_500;
const PER_SECOND = 400;
/** Receivers take a while, so that there is something in the air when a worker dies. */
const ANSWER_AFTER_MS = 30;
const LEASE_MS = 3_000;
const SETTINGS = { ALARM_TIMEOUT_SECONDS: '1', ALARM_LEASE_SECONDS: String(LEASE_MS / 1_000) };
/** Leases that have ended are looked for once in a second. */
const SCAN_MS = 1_000;

type Held = { killedMs: number; source: string; leaseUntilUs: Micros };

let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  scene = await setScene();
  receiver = await receiverOfFile((response) => setTimeout(() => response.end(), ANSWER_AFTER_MS));
});

/** Kills one outright, and answers what was firing then, by id. */
async function kill(worker: WorkerProcess): Promise<Map<string, Held>> {
  await worker.end('SIGKILL');
  const killedMs = performance.now();
  const { rows } = await scene.world.database.pool.query<{ id: string; until_us: number }>(
    `select id::text, (extract(epoch from lease_until) * 1000000)::float8 as until_us
     from alarms where status = 'firing'`,
  );
  return new Map(rows.map((row) => [row.id, { killedMs, source: worker.source, leaseUntilUs: row.until_us }]));
}

/** Kills one of three after the other, and starts another in its place; answers what was firing at each kill. */
async function killAgainAndAgain(workers: WorkerProcess[]): Promise<Map<string, Held>[]> {
  const kills: Map<string, Held>[] = [];
  for (let count = 0; count < KILLS; count++) {
    const nextMs = performance.now() + KILL_EVERY_MS;
    const turn = count % workers.length;
    kills.push(await kill(workers[turn] as WorkerProcess));
    workers[turn] = await scene.worker(`worker-${workers.length + count}`, SETTINGS);
    await atInstant(nextMs);
  }
  return kills;
}

/** How long after the end of its lease each alarm of a killed worker arrived, in milliseconds. */
function takeOvers(kills: Map<string, Held>[]): number[] {
  return kills.flatMap((held) =>
    [...held].flatMap(([id, { killedMs, source, leaseUntilUs }]) => {
      const later = receiver.ledger.of(id).find(({ atMs }) => atMs > killedMs);
      // Those that others held at the time went on undisturbed.
      const wasDisturbed = later && later.attempt > 1 && later.source !== source;
      return wasDisturbed ? [later.atMs - scene.instants.monotonicMs(leaseUntilUs)] : [];
    }),
  );
}

test('a worker killed again and again loses nothing, and sends again only what was in the air', async () => {
  const workers = await Promise.all([0, 1, 2].map((number) => scene.worker(`worker-${number}`, SETTINGS)));
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: Math.ceil(((KILLS + 1) * KILL_EVERY_MS * PER_SECOND) / 1_000),
    firstUs: scene.instants.us(performance.now()) + 2 * SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
    settings: { format: 'cloudevents-binary' },
  });
  await until('it fires', 10_000, () => receiver.ledger.size > PER_SECOND);
  const kills = await killAgainAndAgain(workers);
  await until('every alarm has ended', 60_000, async () => (await scene.pending()) === 0);

  const { ledger } = receiver;
  const repeated = ledger.repeated();
  const firing = new Set(kills.flatMap((held) => [...held.keys()]));
  const late = takeOvers(kills);
  report('kill -9 of one of three', {
    alarms: due.size,
    kills: kills.length,
    'firing at the kills': kills.reduce((sum, held) => sum + held.size, 0),
    'taken over': late.length,
    duplicates: ledger.arrived - ledger.size,
    'latest take-over after the lease, ms': rounded(Math.max(...late)),
  });
  expect(ledger.missing(due.keys())).toEqual([]);
  expect(ledger.size).toBe(due.size);
  expect(repeated.filter(([id]) => !firing.has(id))).toEqual([]);
  for (const [, arrivals] of repeated) {
    const attempts = arrivals.map(({ attempt }) => attempt);
    expect(attempts).toEqual([...new Set(attempts)].sort((a, b) => a - b));
    expect(new Set(arrivals.map(({ source }) => source)).size).toBe(arrivals.length);
  }
  // A generous bound: how fast it is, the benchmark says.
  expect(Math.max(...late)).toBeLessThan(SCAN_MS + LEASE_MS);
  await Promise.all(workers.map(async (worker) => expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })));
});

test('no alarm arrived before its due time by the clock of the database', async () => {
  const { rows } = await scene.world.database.pool.query<{ id: string; due_us: number }>(
    'select id::text, (extract(epoch from due_at) * 1000000)::float8 as due_us from alarm_history',
  );
  const latest = scene.instants.spanning(await DatabaseInstants.measure(scene.world.database.pool));
  const early = rows.filter(({ id, due_us }) =>
    receiver.ledger.of(id).some(({ atMs }) => latest.latestUs(atMs) < due_us),
  );
  expect(rows.length).toBeGreaterThan(1_000);
  expect(early.map(({ id, due_us }) => [id, due_us / MS_US])).toEqual([]);
});
