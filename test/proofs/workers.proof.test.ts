import { beforeAll, expect, test } from 'vitest';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { report } from '#/test/proofs/figures.ts';
import type { Arrival } from '#/test/proofs/ledger.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { unexcusedRepeats } from '#/test/proofs/repeats.ts';
import { RequestHold } from '#/test/proofs/request-hold.ts';
import { PATIENT, receiverOfFile, type Scene, SOON_RECLAIMED, setScene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const PER_SECOND = 400;
const RESPOND_AFTER_MS = 30;

const holdPhase = new RequestHold(after(RESPOND_AFTER_MS));
let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  scene = await setScene();
  receiver = await receiverOfFile(holdPhase.respond);
});

/** This many seconds of load, from two seconds on. */
function load(seconds: number): Promise<Map<string, Micros>> {
  return insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: seconds * PER_SECOND,
    firstUs: scene.instants.toDatabaseUs(performance.now()) + 2 * SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
    settings: { format: 'cloudevents-binary' },
  });
}

function arrived(due: Map<string, Micros>): number {
  return due.size - receiver.ledger.missing(due.keys()).length;
}

function repeated(due: Map<string, Micros>) {
  return receiver.ledger.repeated().filter(([id]) => due.has(id));
}

/** How many of these each worker has sent: the order in which workers claim is not defined. */
function shares(due: Map<string, Micros>, workers: WorkerProcess[]): string {
  const sources = [...due.keys()].map((id) => receiver.ledger.arrivalsOf(id)[0]?.source);
  return workers.map((worker) => sources.filter((source) => source === worker.source).length).join(' and ');
}

const allEnded = () => until('every alarm has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);

test('two workers at once send each alarm, and send it once', async () => {
  const workers = await Promise.all(['one', 'two'].map((name) => scene.worker(name, PATIENT)));
  const due = await load(4);
  await allEnded();
  report('two workers', {
    alarms: due.size,
    'sent by each': shares(due, workers),
    duplicates: repeated(due).length,
  });
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  expect(repeated(due)).toEqual([]);
});

test('a worker stopped under load finishes its requests in flight, loses nothing and sends nothing twice', async () => {
  const leaving = await scene.worker('leaving', PATIENT);
  const due = await load(4);
  await until('it fires', PATIENCE_MS, () => arrived(due) > PER_SECOND);
  expect(await leaving.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const { rows } = await scene.world.database.pool.query("select id from alarms where status = 'firing'");
  expect(rows).toEqual([]);
  const staying = await scene.worker('staying', PATIENT);
  await allEnded();
  report('SIGTERM under load', {
    alarms: due.size,
    'before and after': shares(due, [leaving, staying]),
    duplicates: repeated(due).length,
  });
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  expect(repeated(due)).toEqual([]);
});

test('a worker that was frozen for longer than its lease sends at most the one request it was stopped in', async () => {
  const workers = await Promise.all(['frozen', 'other'].map((name) => scene.worker(name, SOON_RECLAIMED)));
  const holding = holdPhase.after(PER_SECOND);
  const due = await load(6);
  // The one that waits for a response is frozen, so that it certainly has a request in flight.
  const held = await holding;
  const frozen = workers.find(({ source }) => source === held.source) as WorkerProcess;
  frozen.signal('SIGSTOP');
  await allEnded();
  const sent = () => [...due.keys()].flatMap((id) => receiver.ledger.arrivalsOf(id)).filter(isOf(frozen)).length;
  const before = sent();
  held.release();
  frozen.signal('SIGCONT');
  expect(await frozen.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const repeats = repeated(due);
  report('a frozen worker', { alarms: due.size, duplicates: repeats.length, 'sent once awake': sent() - before });
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  expect(receiver.ledger.arrivalsOf(held.id).map(({ source }) => source)).toContain(
    workers.find((worker) => worker !== frozen)?.source,
  );
  // A process can be stopped between its last reading of the clock and the write that follows it: one request, no more.
  expect(sent() - before).toBeLessThanOrEqual(1);
  const { pool } = scene.world.database;
  expect(await unexcusedRepeats(pool, repeats, new Set([frozen.source]))).toEqual([]);
});

const isOf =
  (worker: WorkerProcess) =>
  ({ source }: Arrival): boolean =>
    source === worker.source;
