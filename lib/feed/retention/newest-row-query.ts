import type { Db } from '#/lib/db/client.ts';

/** When the newest of the continuously written rows was written: heartbeats of workers, and events. Null: none. */
export async function findNewestRow(db: Pick<Db, '$queryRaw'>): Promise<Date | null> {
  const rows = await db.$queryRaw<{ at: Date | null }[]>`
    select greatest((select max(seen_at) from workers),
                    (select created_at from events order by id desc limit 1)) as at`;
  return rows[0]?.at ?? null;
}
