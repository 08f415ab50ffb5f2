import { beforeAll, expect, test } from 'vitest';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { report } from '#/test/proofs/figures.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene, setScene } from '#/test/proofs/scene.ts';
import { until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const PER_SECOND = 400;
const ANSWER_AFTER_MS = 30;
const LEASE_SECONDS = 3;
const SHORT = { ALARM_TIMEOUT_SECONDS: '1', ALARM_LEASE_SECONDS: String(LEASE_SECONDS) };

let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  scene = await setScene();
  receiver = await receiverOfFile((response) => setTimeout(() => response.end(), ANSWER_AFTER_MS));
});

/** So many seconds of load, from two seconds on. */
function load(seconds: number): Promise<Map<string, Micros>> {
  return insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: seconds * PER_SECOND,
    firstUs: scene.instants.us(performance.now()) + 2 * SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
    settings: { format: 'cloudevents-binary' },
  });
}

function arrived(due: Map<string, Micros>): number {
  return due.size - receiver.ledger.missing(due.keys()).length;
}

function repeated(due: Map<string, Micros>): string[] {
  return [...due.keys()].filter((id) => receiver.ledger.of(id).length > 1);
}

/** How many of these each worker has sent. */
function shares(due: Map<string, Micros>, workers: WorkerProcess[]): number[] {
  const sources = [...due.keys()].map((id) => receiver.ledger.of(id)[0]?.source);
  return workers.map((worker) => sources.filter((source) => source === worker.source).length);
}

test('two workers send each alarm once, and both have their part', async () => {
  const workers = await Promise.all(['one', 'two'].map((name) => scene.worker(name)));
  const due = await load(4);
  await until('every alarm has ended', 30_000, async () => (await scene.pending()) === 0);
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  expect(repeated(due)).toEqual([]);
  const parts = shares(due, workers);
  report('two workers', { alarms: due.size, 'sent by each': parts.join(' and '), duplicates: repeated(due).length });
  expect(Math.min(...parts)).toBeGreaterThan(0);
});

test('a worker told to end under load finishes what is in the air, loses nothing and sends nothing twice', async () => {
  const leaving = await scene.worker('leaving');
  const due = await load(4);
  await until('it fires', 20_000, () => arrived(due) > PER_SECOND);
  expect(await leaving.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const { rows } = await scene.world.database.pool.query("select id from alarms where status = 'firing'");
  expect(rows).toEqual([]);
  const staying = await scene.worker('staying');
  await until('every alarm has ended', 30_000, async () => (await scene.pending()) === 0);
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  const parts = shares(due, [leaving, staying]);
  report('SIGTERM under load', {
    alarms: due.size,
    'before and after': parts.join(' and '),
    duplicates: repeated(due).length,
  });
  expect(repeated(due)).toEqual([]);
  expect(Math.min(...parts)).toBeGreaterThan(0);
});

test('a worker that was frozen for longer than its lease sends no more than the one request it was stopped in', async () => {
  const [frozen, other] = await Promise.all(['frozen', 'other'].map((name) => scene.worker(name, SHORT)));
  const due = await load(6);
  await until('both fire', 20_000, () => Math.min(...shares(due, [frozen, other] as WorkerProcess[])) > 20);
  frozen?.signal('SIGSTOP');
  const { rows } = await scene.world.database.pool.query<{ id: string }>(
    "select id::text from alarms where status = 'firing'",
  );
  await until('every alarm has ended', 40_000, async () => (await scene.pending()) === 0);
  const sentBefore = new Map(rows.map(({ id }) => [id, receiver.ledger.of(id).length]));
  frozen?.signal('SIGCONT');
  expect(await frozen?.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  const after = rows.filter(({ id }) => receiver.ledger.of(id).length !== sentBefore.get(id));
  report('a frozen worker', { alarms: due.size, firing: rows.length, duplicates: repeated(due).length });
  // A process can be stopped between its last look at the clock and the write that follows it: one request, no more.
  expect(after.length).toBeLessThanOrEqual(1);
});
