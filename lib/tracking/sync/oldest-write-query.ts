import type { SqlRunner } from '#/lib/core/clock.ts';

/**
 * How long ago the oldest transaction that may still write began, in milliseconds. 0 when none is open. Sees only
 * transactions of its own database role, which all processes of the service use.
 */
export async function findOldestWriteAge(sql: SqlRunner): Promise<number> {
  const rows = await sql.$queryRaw<{ ageMs: number }[]>`
    select greatest(0, extract(epoch from clock_timestamp() - min(xact_start)) * 1000)::float8 as "ageMs"
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  return rows[0]?.ageMs ?? 0;
}
