import type { Micros } from '#/lib/core/micros.ts';
import { insertPlanned, type Plan } from '#/test/proofs/planned-alarms.ts';
import { HANG, type Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, type Scene } from '#/test/proofs/scene.ts';

/** Alarms of each workspace whose receivers hang. */
const HUNG_PER_SECOND = 300;
export const HUNG_WORKSPACES = 6;
/** Each workspace calls this many receivers, which all hang: together they use all its slots. */
const ORIGINS = 5;

/** Receivers that never respond, for all the workspaces. Call it in `beforeAll`. */
export function hungReceivers(): Promise<Receiver[]> {
  return Promise.all(
    Array.from({ length: HUNG_WORKSPACES * ORIGINS }, (_, n) => receiverOfFile(HANG, `127.0.1.${n + 1}`)),
  );
}

/** Inserts the load of some workspaces whose receivers hang, from an instant on. */
export async function hangRequests(
  { world }: Scene,
  hung: readonly Receiver[],
  load: { workspaces: number; firstUs: Micros; seconds: number },
): Promise<void> {
  for (let n = 0; n < load.workspaces; n++) {
    const { actor } = await world.member();
    const plan: Plan = {
      workspaceId: actor.workspaceId,
      count: HUNG_PER_SECOND * load.seconds,
      firstUs: load.firstUs,
      perSecond: HUNG_PER_SECOND,
      url: (index) => (hung[n * ORIGINS + (index % ORIGINS)] as Receiver).url,
    };
    await insertPlanned(world.db, plan);
  }
}
