import type { Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';

const TIME: Statement = {
  name: 'database_time',
  text: 'select (extract(epoch from clock_timestamp()) * 1000000)::float8 as now_us',
};

/** What the database's clock shows. */
export async function findDatabaseTime(sql: Sql): Promise<{ nowUs: Micros }> {
  const [row] = await sql<{ now_us: number }>(TIME, []);
  return { nowUs: (row as { now_us: number }).now_us };
}
