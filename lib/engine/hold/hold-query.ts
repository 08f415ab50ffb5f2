import type { Db, Tx } from '#/lib/db/client.ts';

/** A hold of the whole service. `releasedAt` is null while it is in force. */
export type Hold = { id: string; reason: string; beganAt: Date; releasedAt: Date | null };

/** The hold in force; null without one. May be out of date at once: code that claims work calls `mayFire`. */
export function findHold(db: Pick<Db, 'engineHold'>): Promise<Hold | null> {
  return db.engineHold.findFirst({ where: { releasedAt: null } });
}

/**
 * Whether work that was claimed in the same transaction, or before it, may be done. Within a transaction a hold can't
 * begin before that has ended.
 */
export async function mayFire(sql: Pick<Tx, '$queryRaw'>): Promise<boolean> {
  const rows = await sql.$queryRaw<{ may: boolean }[]>`select engine_may_fire() as may`;
  return rows[0]?.may === true;
}
