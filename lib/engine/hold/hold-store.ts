import type { Tx } from '#/lib/db/client.ts';
import type { Hold } from '#/lib/engine/hold/hold-query.ts';

/**
 * Begins a hold unless one is in force, once the claims in flight have ended; later ones see it. Fails with 55P03 where
 * that takes longer than the session's `lock_timeout`.
 */
export async function beginHold(tx: Pick<Tx, '$executeRaw'>, { id, reason, beganAt }: Omit<Hold, 'releasedAt'>) {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('engine_holds', 0))`;
  await tx.$executeRaw`
    insert into engine_holds (id, reason, began_at) values (${id}::uuid, ${reason}, ${beganAt}::timestamptz)
    on conflict do nothing`;
}

/** Releases the hold in force, at the earliest when it began, also if the clock was set back since. False without one. */
export async function endHold(tx: Pick<Tx, '$executeRaw'>, releasedAt: Date): Promise<boolean> {
  const count = await tx.$executeRaw`
    update engine_holds set released_at = greatest(began_at, ${releasedAt}::timestamptz) where released_at is null`;
  return count > 0;
}
