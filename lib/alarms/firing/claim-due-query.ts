import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import type { Claimed } from '#/lib/alarms/firing/firing.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';

type Row = {
  id: string;
  workspace_id: string;
  version: number;
  attempts: number;
  max_attempts: number;
  due_us: number;
  created_us: number;
  try_us: number;
  deadline_us: number | null;
  name: string | null;
  url: string | null;
  payload: string | null;
  settings: AlarmSettings | null;
  endpoint_id: string | null;
};

/**
 * The gate. Rows that are due go from scheduled to firing, each exactly once whatever the number of workers: the row
 * lock and the predicate decide, `skip locked` only spares waiting. Bounds are parameters, since a volatile function in
 * the predicate would scan all pending rows. Walks the index `alarms_due` and stops at the limit. The array rather than
 * a join: a plan made on an empty table expects one row and would join by a scan of the whole table (measured: 15 s).
 */
const CLAIM: Statement = {
  name: 'claim_due',
  text: `
    with due as (
      select id from alarms
      where status = 'scheduled' and next_attempt_at > $1::timestamptz and next_attempt_at <= $2::timestamptz
      order by next_attempt_at limit $3 for update skip locked
    )
    update alarms
    set status = 'firing', version = version + 1, attempts = attempts + 1, lease_until = $4::timestamptz
    where id = any (array(select id from due))
    returning alarms.id::text, workspace_id::text, version, attempts, max_attempts, name, url, payload::text, settings,
      endpoint_id::text,
      (extract(epoch from due_at) * 1000000)::float8 as due_us,
      (extract(epoch from created_at) * 1000000)::float8 as created_us,
      (extract(epoch from next_attempt_at) * 1000000)::float8 as try_us,
      (extract(epoch from deadline_at) * 1000000)::float8 as deadline_us`,
};

/** Which rows, how many at most, and until when they are this worker's. */
export type ClaimOf = { afterUs: Micros | null; untilUs: Micros; limit: number; leaseUntilUs: Micros };

/** Claims what is due after `afterUs` (null: however long ago) and until `untilUs`, the first due first. */
export async function claimDue(sql: Sql, claim: ClaimOf): Promise<Claimed[]> {
  const after = claim.afterUs === null ? '-infinity' : formatMicros(claim.afterUs);
  const values = [after, formatMicros(claim.untilUs), claim.limit, formatMicros(claim.leaseUntilUs)];
  const rows = await sql<Row>(CLAIM, values);
  return rows.map((row) => claimedOf(row, claim.leaseUntilUs)).sort((a, b) => a.tryUs - b.tryUs);
}

function claimedOf(row: Row, leaseUntilUs: Micros): Claimed {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    version: row.version,
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
    dueUs: row.due_us,
    createdUs: row.created_us,
    tryUs: row.try_us,
    leaseUntilUs,
    deadlineUs: row.deadline_us,
    name: row.name,
    url: row.url,
    payload: row.payload,
    settings: row.settings ?? {},
    endpointId: row.endpoint_id,
    wasHeld: false,
  };
}
