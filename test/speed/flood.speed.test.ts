import { beforeAll, expect, test } from 'vitest';
import { newId } from '#/lib/core/ids.ts';
import { SECOND_US } from '#/lib/core/micros.ts';
import { IS_FULL, report, rounded, spread } from '#/test/proofs/figures.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { HANG, type Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const SIZES = IS_FULL ? [20_000, 100_000, 400_000, 1_300_000, 2_000_000] : [20_000, 100_000];
/** Together they use all slots of a workspace. */
const HUNG = 5;
const PER_SECOND = 40;
const SECONDS = 20;
/** A worker that has just started is slow at first; its first alarms are not counted. */
const WARM_UP_SECONDS = 3;
const MOVED_BY_AT_MOST = { atMost: 50 };

let scene: Scene;
let receiver: Receiver;
let hung: Receiver[];
beforeAll(async () => {
  [scene, receiver] = [await setScene(), await receiverOfFile()];
  hung = await Promise.all(Array.from({ length: HUNG }, (_, n) => receiverOfFile(HANG, `127.0.1.${n + 1}`)));
});

/** This many alarms of another workspace, overdue by up to an hour, whose receivers hang. */
async function flood(count: number): Promise<void> {
  await scene.world.database.pool.query(
    `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url)
     select gen_random_uuid(), $1, $1, now() - interval '2 hours', due, due, 10, ($2::text[])[1 + n % $3]
     from generate_series(0, $4::int - 1) as n, lateral (select now() - n * interval '1 hour' / $4 as due) as at`,
    [newId(), hung.map(({ url }) => url), HUNG, count],
  );
  await scene.world.database.pool.query('vacuum analyze alarms');
}

/** The lateness of the quiet workspace's alarms during such a flood, and how many did not arrive within the run. */
async function measure(count: number) {
  if (count > 0) await flood(count);
  const worker = await scene.worker(`beside-${count}`);
  const firstUs = scene.instants.toDatabaseUs(performance.now()) + 2 * SECOND_US;
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: PER_SECOND * (WARM_UP_SECONDS + SECONDS),
    firstUs,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  const { ledger } = receiver;
  await until('all have arrived', SECONDS * 1_000 + PATIENCE_MS, () =>
    [...due.keys()].reverse().every((id) => ledger.has(id)),
  );
  await worker.end('SIGKILL');
  await scene.world.database.pool.query('truncate alarms');
  const counted = [...due].filter(([, dueUs]) => dueUs >= firstUs + WARM_UP_SECONDS * SECOND_US);
  return spread(
    counted.map(([id, dueUs]) => (ledger.arrivalsOf(id)[0]?.atMs ?? 0) - scene.instants.monotonicMs(dueUs)),
  );
}

test('the lateness of alarms is measured next to many overdue ones of another workspace whose receivers hang', async () => {
  const alone = await measure(0);
  const figures: Record<string, number> = { 'alone p50, ms': alone.p50, 'alone p99, ms': alone.p99 };
  const targets: Record<string, typeof MOVED_BY_AT_MOST> = {};
  for (const size of SIZES) {
    const beside = await measure(size);
    figures[`beside ${size} p50, ms`] = beside.p50;
    figures[`beside ${size} p99, ms`] = beside.p99;
    figures[`beside ${size} max, ms`] = beside.max;
    figures[`p99 moved by ${size}, ms`] = rounded(beside.p99 - alone.p99);
    targets[`p99 moved by ${size}, ms`] = MOVED_BY_AT_MOST;
  }
  report('lateness beside a flood of another workspace', figures, targets);
  expect(hung.every(({ ledger }) => ledger.size > 0)).toBe(true);
});
