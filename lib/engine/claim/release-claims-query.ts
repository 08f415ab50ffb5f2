import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { ReleasedClaim } from '#/lib/engine/claim/claim.ts';

/** Claimed rows that were not attempted are released as if they had not been claimed, for `atUs` at the earliest. */
const RELEASE: Statement = {
  name: 'release_claims',
  text: `
    update alarms
    set status = 'scheduled', lease_until = null, version = alarms.version + 1, attempts = attempts - 1,
        next_attempt_at = greatest(next_attempt_at, back.at)
    from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::uuid[]) as back (id, version, at, workspace_id)
    where alarms.id = any ($1) and alarms.id = back.id and alarms.workspace_id = back.workspace_id
      and alarms.version = back.version`,
};

export async function releaseClaims(sql: Sql, released: readonly ReleasedClaim[]): Promise<void> {
  if (released.length === 0) return;
  await sql(RELEASE, [
    released.map(({ claim }) => claim.id),
    released.map(({ claim }) => claim.version),
    released.map(({ atUs }) => formatMicros(atUs)),
    released.map(({ claim }) => claim.workspaceId),
  ]);
}

/**
 * Alarms of a lost worker. They may or may not have been sent, so they are attempted once more under the same
 * `webhook-id`, and the log says why.
 */
const RECLAIM: Statement = {
  name: 'reclaim_expired',
  text: `
    with lost as (
      select id from alarms where status = 'firing' and lease_until < $1::timestamptz and lease_until > $2::timestamptz
      order by lease_until limit $3 for update skip locked
    ), taken as (
      update alarms set status = 'scheduled', lease_until = null, version = version + 1,
                        next_attempt_at = greatest(due_at, $1::timestamptz)
      where id = any (array(select id from lost))
      returning alarms.id, alarms.workspace_id, attempts
    ), logged as (
      insert into alarm_attempts (alarm_id, workspace_id, started_at, attempt, duration_us, outcome, detail)
      select id, workspace_id, $1::timestamptz, attempts, 0, 'stopped',
             'The worker was lost during the attempt; it may have been sent.'
      from taken
      on conflict do nothing
    )
    select id::text from taken`,
};

/** Leases that ended in this time range; from null: however long ago. */
export type Ended = { fromUs: Micros | null; nowUs: Micros };

/** Reclaims up to `limit` alarms whose lease has ended, and returns how many. */
export async function reclaimExpired(sql: Sql, { fromUs, nowUs }: Ended, limit: number): Promise<number> {
  const from = fromUs === null ? '-infinity' : formatMicros(fromUs);
  return (await sql(RECLAIM, [formatMicros(nowUs), from, limit])).length;
}
