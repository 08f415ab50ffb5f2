import { newId } from '#/lib/core/ids.ts';
import type { World } from '#/test/world.ts';

/** Records a worker's heartbeat, as it happens every ten seconds. */
export async function seeWorker({ db, clock }: World): Promise<void> {
  const now = await clock.now();
  await db.worker.create({ data: { id: newId(), host: 'here', pid: 1, version: '0', startedAt: now, seenAt: now } });
}
