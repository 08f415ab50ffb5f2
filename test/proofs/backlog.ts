import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { IS_FULL } from '#/test/proofs/figures.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { PATIENT, type Scene } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import type { WorkerProcess } from '#/test/proofs/worker-process.ts';

const OVERDUE = 100_000;
const OUTAGE_US = 3_600 * SECOND_US;
const FRESH_PER_SECOND = 200;
const FRESH_SECONDS = IS_FULL ? 60 : 10;

export type Backlog = {
  worker: WorkerProcess;
  /** Due times by id. */
  overdue: ReadonlyMap<string, Micros>;
  fresh: ReadonlyMap<string, Micros>;
  /** Overdue alarms that arrived before the last of the fresh ones, and in how many seconds. */
  drained: number;
  seconds: number;
};

/**
 * A worker that starts after an outage of an hour, with alarms that are due now as well. Returns once those have
 * arrived.
 */
export async function catchUp(scene: Scene, { url, ledger }: Receiver): Promise<Backlog> {
  const { instants, workspaceId, world } = scene;
  const plan = (count: number, firstUs: Micros, perSecond: number) =>
    insertPlanned(world.db, { workspaceId, count, firstUs, perSecond, url: () => url });
  const overdue = await plan(OVERDUE, instants.toDatabaseUs(performance.now()) - OUTAGE_US, OVERDUE / 3_600);
  const worker = await scene.worker('catching-up', PATIENT);
  const beganMs = performance.now();
  const fresh = await plan(
    FRESH_PER_SECOND * FRESH_SECONDS,
    instants.toDatabaseUs(beganMs) + SECOND_US,
    FRESH_PER_SECOND,
  );
  await until('the fresh ones have arrived', FRESH_SECONDS * 1_000 + PATIENCE_MS, () =>
    [...fresh.keys()].reverse().every((id) => ledger.has(id)),
  );
  const seconds = (performance.now() - beganMs) / 1_000;
  return { worker, overdue, fresh, drained: OVERDUE - ledger.missing(overdue.keys()).length, seconds };
}
