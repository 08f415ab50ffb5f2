import type { World } from '#/test/world.ts';

/**
 * What a rejected request may leave behind: when its key was last used, its response under an Idempotency-Key, and that
 * a webhook of an issue tracker was rejected.
 */
const TRACES = [
  'api_keys',
  'sessions',
  'idempotency_keys',
  'throttles',
  'workers',
  'ticket_sources',
  '_prisma_migrations',
];

/**
 * Records every statement that writes to a table of the product, except those rolled back: the count shows whether
 * anything was written, far cheaper than reading all rows.
 */
export async function countWrites({ database: { pool } }: World): Promise<() => Promise<number>> {
  await pool.query(`
    create table written (place text not null);
    create function note_write() returns trigger language plpgsql as $$
    begin insert into written values (tg_table_name); return null; end $$`);
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> 'written' and relname <> all($1::text[])`,
    [TRACES],
  );
  for (const { name } of rows) {
    await pool.query(
      `create trigger zz_note_write after insert or update or delete on "${name}" for each statement execute function note_write()`,
    );
  }
  return async () =>
    (await pool.query<{ count: number }>('select count(*)::int as count from written')).rows[0]?.count ?? 0;
}
