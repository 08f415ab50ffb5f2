import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import type { Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';

/** A row as `CLAIM_COLUMNS` gives it; with a receiver when it comes from that one's queue. */
type ClaimRow = {
  id: string;
  workspace_id: string;
  version: number;
  attempts: number;
  max_attempts: number;
  due_us: number;
  created_us: number;
  attempt_us: number;
  deadline_us: number | null;
  name: string | null;
  external_id: string | null;
  url: string | null;
  payload: string | null;
  settings: AlarmSettings | null;
  stored_bytes: number | null;
  endpoint_id: string | null;
  receiver_id?: string;
};

/** Bytes of payload and settings, headers included, up to which a claim returns them. */
const LIGHT_BYTES = 2_048;
const STORED = '(coalesce(pg_column_size(payload), 0) + coalesce(pg_column_size(settings), 0))';
/**
 * Values stored out of line are judged by their size alone, and not read. A small stored value may be large: repetitive
 * JSON is compressed.
 */
const IS_LIGHT = `(case when payload is null and settings is null then true when ${STORED} > ${LIGHT_BYTES} then false
        else coalesce(octet_length(payload::text), 0) + coalesce(octet_length(settings::text), 0) <= ${LIGHT_BYTES} end)`;

/** What a claim returns of each row. Large bodies stay in the database until they are sent (docs/decisions/0029). */
export const CLAIM_COLUMNS = `alarms.id::text, workspace_id::text, version, attempts, max_attempts, name, external_id, url, endpoint_id::text,
      case when ${IS_LIGHT} then payload::text end as payload,
      case when ${IS_LIGHT} then settings end as settings,
      case when not ${IS_LIGHT} then ${STORED} end as stored_bytes,
      (extract(epoch from due_at) * 1000000)::float8 as due_us,
      (extract(epoch from created_at) * 1000000)::float8 as created_us,
      (extract(epoch from next_attempt_at) * 1000000)::float8 as attempt_us,
      (extract(epoch from deadline_at) * 1000000)::float8 as deadline_us`;

/**
 * Runs a statement that claims, until `leaseUntilUs`, and returns the claims, the first due first, and its rows, for
 * columns of its own. A row without an id is no claim.
 */
export async function readClaims<Own extends object>(
  sql: Sql,
  { statement, values, leaseUntilUs }: { statement: Statement; values: readonly unknown[]; leaseUntilUs: Micros },
): Promise<{ claims: Claim[]; rows: Own[] }> {
  const rows = await sql<Own & (ClaimRow | { id: null })>(statement, values);
  const claims: Claim[] = [];
  for (const row of rows) if (isClaim(row)) claims.push(claimOf(row, leaseUntilUs));
  return { claims: claims.sort((a, b) => a.attemptUs - b.attemptUs), rows };
}

function isClaim(row: ClaimRow | { id: null }): row is ClaimRow {
  return row.id !== null;
}

function claimOf(row: ClaimRow, leaseUntilUs: Micros): Claim {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    version: row.version,
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
    dueUs: row.due_us,
    createdUs: row.created_us,
    attemptUs: row.attempt_us,
    leaseUntilUs,
    deadlineUs: row.deadline_us,
    name: row.name,
    externalId: row.external_id,
    url: row.url,
    payload: row.payload,
    settings: row.settings ?? {},
    storedBytes: row.stored_bytes,
    endpointId: row.endpoint_id,
    receiverId: row.receiver_id ?? null,
    wasHeld: false,
  };
}
