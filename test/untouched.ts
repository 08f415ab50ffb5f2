import { expect } from 'vitest';
import type { World } from '#/test/world.ts';

/** What says who was seen when; being refused may leave a trace there. */
const TRACES = ['last_used_at', 'last_seen_at', 'seen_at', 'awake_at'];
/** Of other processes, and of limits, which count refused requests too. */
const NOT_THE_PRODUCTS = ['_prisma_migrations', 'workers', 'throttles'];
/** Partitions are read through the table they belong to. */
const PRODUCTS_TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> all($1::text[])
  order by relname`;

/** Runs `work` and holds that it left every row of the product's tables as it was: nothing half done. */
export async function leavesAllAsItWas<T>(world: World, work: () => Promise<T>): Promise<T> {
  const before = await rowsOf(world);
  const result = await work();
  expect(await rowsOf(world)).toEqual(before);
  return result;
}

/** How many rows each table has, and a digest of them. */
async function rowsOf(world: World): Promise<unknown> {
  const { pool } = world.database;
  const { rows: tables } = await pool.query<{ name: string }>(PRODUCTS_TABLES, [NOT_THE_PRODUCTS]);
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows,
      md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest
      from (select to_jsonb(t) - $1::text[] as row from "${name}" as t) as rows`,
  );
  const all = parts.join(' union all ');
  return (await pool.query(`select * from (${all}) as tables order by name`, [TRACES])).rows;
}
