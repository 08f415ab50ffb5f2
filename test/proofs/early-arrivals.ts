import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import type { Ledger } from '#/test/proofs/ledger.ts';
import type { Scene } from '#/test/proofs/scene.ts';

/** Those of these alarms that arrived before they were due by the clock of the database, with how many ms. */
export async function earlyArrivals(
  { world, instants }: Scene,
  due: ReadonlyMap<string, Micros>,
  ledger: Ledger,
): Promise<[string, number][]> {
  const latest = instants.spanning(await DatabaseInstants.measure(world.database.pool));
  return [...due].flatMap(([id, dueUs]) => {
    const early = ledger.arrivalsOf(id).map(({ atMs }) => (dueUs - latest.latestUs(atMs)) / MS_US);
    return early.filter((ms) => ms > 0).map((ms): [string, number] => [id, ms]);
  });
}
