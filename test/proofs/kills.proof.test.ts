import { beforeAll, expect, test } from 'vitest';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { earlyArrivals } from '#/test/proofs/early-arrivals.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import { after, type Receiver } from '#/test/proofs/receiver.ts';
import { unexcusedRepeats } from '#/test/proofs/repeats.ts';
import { type Held, RequestHold } from '#/test/proofs/request-hold.ts';
import { receiverOfFile, type Scene, SOON_RECLAIMED, setScene } from '#/test/proofs/scene.ts';
import { atInstant, PATIENCE_MS, until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const KILLS = IS_FULL ? 120 : 8;
const KILL_EVERY_MS = 2_500;
const PER_SECOND = 400;
const ALARMS_PER_KILL = (KILL_EVERY_MS * PER_SECOND) / 1_000;
/** This many arrive before a worker is killed, so that all kills are under load. */
const ARRIVALS_BEFORE_KILL = ALARMS_PER_KILL / 4;
/** Receivers take a while, so that requests are in flight when a worker dies. */
const RESPOND_AFTER_MS = 30;

type Kill = { held: Held; killedMs: number };

const holdPhase = new RequestHold(after(RESPOND_AFTER_MS));
let scene: Scene;
let receiver: Receiver;
beforeAll(async () => {
  [scene, receiver] = [await setScene(), await receiverOfFile(holdPhase.respond)];
});

/** Alarms for as long as one kill takes. Created for each, since a busy machine starts workers slowly. */
function load(): Promise<Map<string, Micros>> {
  return insertPlanned(scene.world.db, {
    workspaceId: scene.workspaceId,
    count: ALARMS_PER_KILL,
    firstUs: scene.instants.toDatabaseUs(performance.now()) + SECOND_US / 2,
    perSecond: PER_SECOND,
    url: () => receiver.url,
    settings: { format: 'cloudevents-binary' },
  });
}

/** Kills a worker that waits for a response, and starts another. */
async function kill(workers: WorkerProcess[], newcomer: string, holding: Promise<Held>): Promise<Kill> {
  const held = await holding;
  const index = workers.findIndex(({ source }) => source === held.source);
  await workers[index]?.end('SIGKILL');
  const killedMs = performance.now();
  held.release();
  workers[index] = await scene.worker(newcomer, SOON_RECLAIMED);
  return { held, killedMs };
}

/** Milliseconds from each kill to when the held request was sent again, including the rest of its lease. */
function repeatsAfterMs(kills: readonly Kill[]): number[] {
  return kills.map(({ held, killedMs }) => {
    const again = receiver.ledger.arrivalsOf(held.id).find(({ attempt }) => attempt > held.attempt);
    return (again?.atMs ?? Number.POSITIVE_INFINITY) - killedMs;
  });
}

test('workers killed again and again lose nothing, send nothing early, and only their requests in flight are sent again', async () => {
  const workers = await Promise.all([0, 1, 2].map((number) => scene.worker(`worker-${number}`, SOON_RECLAIMED)));
  const due = new Map<string, Micros>();
  const kills: Kill[] = [];
  while (kills.length < KILLS) {
    const nextMs = performance.now() + KILL_EVERY_MS;
    const holding = holdPhase.after(ARRIVALS_BEFORE_KILL);
    for (const [id, dueUs] of await load()) due.set(id, dueUs);
    kills.push(await kill(workers, `worker-${workers.length + kills.length}`, holding));
    await atInstant(nextMs);
  }
  await until('every alarm has ended', PATIENCE_MS, async () => (await scene.pending()) === 0);

  const { ledger } = receiver;
  const killed = new Set(kills.map(({ held }) => held.source));
  const repeated = ledger.repeated();
  report('kill -9 of one of three', {
    alarms: due.size,
    kills: kills.length,
    'sent again': repeated.length,
    'requests too many': ledger.arrived - ledger.size,
    'held request sent again after the kill at the latest, ms': rounded(Math.max(...repeatsAfterMs(kills))),
  });
  expect(killed.size).toBe(KILLS);
  expect(ledger.missing(due.keys())).toEqual([]);
  expect(ledger.size).toBe(due.size);
  expect(await earlyArrivals(scene, due, ledger)).toEqual([]);
  expect(ledger.outOfOrder()).toEqual([]);
  // A request in flight may have arrived, so it is sent again; nothing else is.
  const again = new Set(repeated.map(([id]) => id));
  expect(kills.filter(({ held }) => !again.has(held.id))).toEqual([]);
  expect(await unexcusedRepeats(scene.world.database.pool, repeated, killed)).toEqual([]);
  await Promise.all(workers.map(async (worker) => expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })));
});
