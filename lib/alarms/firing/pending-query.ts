import type { Sql, Statement } from '#/lib/db/sql.ts';

/** Counted exactly up to this; beyond, the planner's estimate is good enough for a gauge and costs nothing. */
const COUNTED_TO = 50_000;

const PENDING: Statement = {
  name: 'count_pending',
  text: `
    select (select count(*)::int from (select from alarms where status = 'scheduled' limit $1) as few) as counted,
           (select reltuples::float8 from pg_class where oid = 'alarms'::regclass) as estimated`,
};

/** How many alarms wait to fire. */
export async function countPending(sql: Sql): Promise<number> {
  const rows = await sql<{ counted: number; estimated: number }>(PENDING, [COUNTED_TO]);
  const { counted = 0, estimated = 0 } = rows[0] ?? {};
  return counted < COUNTED_TO ? counted : Math.max(counted, estimated);
}
