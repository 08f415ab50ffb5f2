import type { World } from '#/test/world.ts';

/**
 * What a rejected request may write: when its key was last used, its response under an Idempotency-Key, and that a
 * webhook of an issue tracker was rejected.
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

/** Each with the rows that it inserts or deletes. */
const EVENTS = [
  ['insert', 'new table'],
  ['update', 'new table'],
  ['delete', 'old table'],
] as const;

/**
 * Records every statement that writes rows of the product, except those rolled back: the count shows whether anything
 * was written, far cheaper than reading all rows. A statement that affects no row does not count, such as an insert on
 * conflict.
 */
export async function countWrites({ database: { pool } }: World): Promise<() => Promise<number>> {
  await pool.query(`
    create table written (place text not null);
    create function note_write() returns trigger language plpgsql as $$
    begin insert into written select tg_table_name where exists (select from changed); return null; end $$`);
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> 'written' and relname <> all($1::text[])`,
    [TRACES],
  );
  for (const { name } of tables) {
    for (const [event, rows] of EVENTS) {
      await pool.query(
        `create trigger zz_note_${event} after ${event} on "${name}" referencing ${rows} as changed
         for each statement execute function note_write()`,
      );
    }
  }
  return async () =>
    (await pool.query<{ count: number }>('select count(*)::int as count from written')).rows[0]?.count ?? 0;
}
