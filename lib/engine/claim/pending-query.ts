import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
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

/** By `alarms_of_receiver`, from one receiver in force to the next. */
const QUEUED: Statement = {
  name: 'count_queued',
  text: `
    select count(*)::int as count from (
      select from receivers cross join lateral (
        select from alarms
        where alarms.receiver_id = receivers.id and alarms.workspace_id = receivers.workspace_id
          and status = 'scheduled' and next_attempt_at = ${QUEUED_AT}
        order by due_at limit $1
      ) as one
      where drains or paused_at is not null or max_per_second is not null or max_concurrency is not null
      limit $1
    ) as few`,
};

/** How many alarms wait for receivers that are paused or limited, `COUNTED_TO` at most. */
export async function countQueued(sql: Sql): Promise<number> {
  const rows = await sql<{ count: number }>(QUEUED, [COUNTED_TO]);
  return rows[0]?.count ?? 0;
}
