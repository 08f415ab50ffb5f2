import type { Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';

/**
 * Reads the latest hold as well, which each pass needs: one more read of a table with a few rows. The one in force
 * comes first (null sorts highest), then the one released last. Ids give no order: they are made before the lock is
 * held.
 */
const TIME: Statement = {
  name: 'database_time',
  text: `
    select (extract(epoch from clock_timestamp()) * 1000000)::float8 as now_us, latest.id::text as hold,
           latest.id is not null and latest.released_at is null as held
    from (select) as one left join lateral (
      select id, released_at from engine_holds order by released_at desc limit 1
    ) as latest on true`,
};

/** `lastHoldId`: of the hold in force, else of the one that was released last; null before the first. */
export type SeenTime = { nowUs: Micros; lastHoldId: string | null; isOnHold: boolean };

/** What the database's clock shows, and whether the engine is on hold. */
export async function findDatabaseTime(sql: Sql): Promise<SeenTime> {
  const [row] = await sql<{ now_us: number; hold: string | null; held: boolean }>(TIME, []);
  const { now_us, hold, held } = row as { now_us: number; hold: string | null; held: boolean };
  return { nowUs: now_us, lastHoldId: hold, isOnHold: held };
}
