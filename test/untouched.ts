import { expect } from 'vitest';
import type { World } from '#/test/world.ts';

/** Columns for when something was last seen or used; a rejected request may change these. */
const TRACES = ['last_used_at', 'last_seen_at', 'seen_at', 'awake_at'];
/** Tables of other processes, and of limits, which count rejected requests too. */
const NOT_THE_PRODUCTS = ['_prisma_migrations', 'workers', 'throttles'];
/**
 * Partitions are read through their table. One without a page has never had a row: skipping these saves most of the
 * time, since a test writes to a few of the many tables.
 */
const WRITTEN_TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> all($1::text[])
    and (pg_relation_size(oid) > 0
      or exists (select from pg_partition_tree(oid) as part where pg_relation_size(part.relid) > 0))
  order by relname`;

/** Runs `work` and asserts that it left every row of the product's tables unchanged. */
export async function expectUnchanged<T>(world: World, work: () => Promise<T>): Promise<T> {
  const before = await rowsOf(world);
  const result = await work();
  expect(await rowsOf(world)).toEqual(before);
  return result;
}

/** The number of rows of each non-empty table, and a digest of them. */
async function rowsOf(world: World): Promise<unknown> {
  const { pool } = world.database;
  const { rows: tables } = await pool.query<{ name: string }>(WRITTEN_TABLES, [NOT_THE_PRODUCTS]);
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows,
      md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest
      from (select to_jsonb(t) - $1::text[] as row from "${name}" as t) as rows`,
  );
  if (parts.length === 0) return [];
  const all = parts.join(' union all ');
  // A table that was written to and rolled back has pages but no rows.
  return (await pool.query(`select * from (${all}) as tables where rows > 0 order by name`, [TRACES])).rows;
}
