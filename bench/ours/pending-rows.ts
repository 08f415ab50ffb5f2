import pg from 'pg';
import type { Ours } from '#/bench/ours/ours.ts';
import { nowUs } from '#/bench/wall-clock.ts';

/** SQL of the columns that differ between the rows; `g` is the row's number. */
export type RowSql = Record<string, string>;

const TEMPLATE_AHEAD_US = 9 * 365 * 86_400 * 1_000_000;
/** The number of no real round: requests of it would be left out. */
const NO_ROUND = 0;

/**
 * SQL that inserts rows `from` to `to` (`$1`, `$2`) like one that the API wrote: registers one far in the future and
 * copies all its columns but those given.
 */
export async function copyStatement(ours: Ours, client: pg.Client, given: RowSql): Promise<string> {
  await ours.running().client.createOne(NO_ROUND, 0, nowUs() + TEMPLATE_AHEAD_US);
  const found = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'alarms' and table_schema = 'public' and is_generated = 'NEVER'`,
  );
  const names = found.rows.map(({ name }) => name);
  const values = names.map((name) => given[name] ?? `t.${name}`);
  return `insert into alarms (${names.join(', ')})
    select ${values.join(', ')}
    from (select * from alarms order by due_at desc limit 1) t, generate_series($1::int, $2::int) g`;
}

/** A connection to the database of ours, closed after the work. */
export async function onDatabase<T>(ours: Ours, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ours.running().databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
