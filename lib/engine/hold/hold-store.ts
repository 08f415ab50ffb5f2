import type { Tx } from '#/lib/db/client.ts';
import type { Hold } from '#/lib/engine/hold/find-hold.ts';

/** Begins a hold unless one is in force, once the claims under way have ended; those that come after it see it. */
export async function beginHold(tx: Pick<Tx, '$executeRaw'>, { id, reason, beganAt }: Omit<Hold, 'releasedAt'>) {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('engine_holds', 0))`;
  await tx.$executeRaw`
    insert into engine_holds (id, reason, began_at) values (${id}::uuid, ${reason}, ${beganAt}::timestamptz)
    on conflict do nothing`;
}

/** Releases the hold in force. False without one. */
export async function endHold(tx: Pick<Tx, 'engineHold'>, releasedAt: Date): Promise<boolean> {
  const { count } = await tx.engineHold.updateMany({ where: { releasedAt: null }, data: { releasedAt } });
  return count > 0;
}
