import { beforeAll, expect, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { IS_FULL, report, rounded, spread } from '#/test/proofs/figures.ts';
import { HUNG_WORKSPACES, hangRequests, hungReceivers } from '#/test/proofs/hung-load.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';

const SECONDS = IS_FULL ? 40 : 6;
const PER_SECOND = 100;
/** A worker that has just started is slow at first; its first alarms are not counted. */
const WARM_UP_SECONDS = 3;
/** The target: p99 changes by at most 5 ms, on an idle machine. */
const MOVED_BY_AT_MOST = { atMost: 5 };
const TARGETS = { 'p99 moved by one, ms': MOVED_BY_AT_MOST, 'p99 moved by six, ms': MOVED_BY_AT_MOST };

let scene: Scene;
let receiver: Receiver;
let hung: Receiver[];
beforeAll(async () => {
  [scene, receiver, hung] = [await setScene(), await receiverOfFile(), await hungReceivers()];
});

/** The lateness of the workspace whose receiver responds, next to this many others whose receivers hang. */
async function measure(hungWorkspaces: number) {
  const worker = await scene.worker(`beside-${hungWorkspaces}`);
  const firstUs = scene.instants.toDatabaseUs(performance.now()) + 4 * SECOND_US;
  const due = await insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: PER_SECOND * (WARM_UP_SECONDS + SECONDS),
    firstUs,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  const warmUs = firstUs + WARM_UP_SECONDS * SECOND_US;
  await hangRequests(scene, hung, { workspaces: hungWorkspaces, firstUs: warmUs, seconds: SECONDS });
  const { ledger } = receiver;
  await until('all have arrived', SECONDS * 1_000 + PATIENCE_MS, () =>
    [...due.keys()].reverse().every((id) => ledger.has(id)),
  );
  await worker.end('SIGKILL');
  await scene.world.database.pool.query('truncate alarms');
  const counted = [...due].filter(([, dueUs]) => dueUs >= warmUs);
  return spread(
    counted.map(([id, dueUs]) => (ledger.arrivalsOf(id)[0]?.atMs ?? 0) - scene.instants.monotonicMs(dueUs)),
  );
}

test('the lateness of alarms is measured next to the hung receivers of one other workspace, and of six', async () => {
  const alone = await measure(0);
  const besideOne = await measure(1);
  const besideSix = await measure(HUNG_WORKSPACES);
  const figures = {
    'alone p50, ms': alone.p50,
    'alone p99, ms': alone.p99,
    'beside one p50, ms': besideOne.p50,
    'beside one p99, ms': besideOne.p99,
    'beside one max, ms': besideOne.max,
    'beside six p50, ms': besideSix.p50,
    'beside six p99, ms': besideSix.p99,
    'beside six max, ms': besideSix.max,
    'p99 moved by one, ms': rounded(besideOne.p99 - alone.p99),
    'p99 moved by six, ms': rounded(besideSix.p99 - alone.p99),
  };
  report('lateness beside receivers that hang', figures, TARGETS);
  expect(hung.every(({ ledger }) => ledger.size > 0)).toBe(true);
});
