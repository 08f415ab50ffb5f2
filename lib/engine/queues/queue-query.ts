import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { ReleasedClaim } from '#/lib/engine/claim/claim.ts';

/**
 * Claimed rows go into the queues of their receivers, as if they had not been claimed. Where a receiver is no longer
 * paused or limited they are released as they were instead. The lock makes a transaction that lifts the limits wait for
 * this one, so that nothing enters a queue after it was found empty.
 */
const QUEUE: Statement = {
  name: 'queue_alarms',
  text: `
    with receiver as materialized (
      select id, workspace_id from receivers
      where id = any ($3::uuid[]) and workspace_id = any ($4::uuid[])
        and (paused_at is not null or max_per_second is not null or max_concurrency is not null)
      for share
    ), back as materialized (
      select one.id, one.version, one.workspace_id, receiver.id as receiver_id
      from unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[]) as one (id, version, receiver_id, workspace_id)
      left join receiver on receiver.id = one.receiver_id and receiver.workspace_id = one.workspace_id
    )
    update alarms
    set status = 'scheduled', lease_until = null, version = alarms.version + 1, attempts = attempts - 1,
        receiver_id = coalesce(back.receiver_id, alarms.receiver_id),
        next_attempt_at = case when back.receiver_id is null then next_attempt_at else ${QUEUED_AT} end
    from back
    where alarms.id = any ($1) and alarms.id = back.id and alarms.workspace_id = back.workspace_id
      and alarms.version = back.version
    returning back.receiver_id is not null as "isQueued"`,
};

/** Queues these for their receivers, and returns whether all are still paused or limited. */
export async function queueAlarms(sql: Sql, released: readonly Required<ReleasedClaim>[]): Promise<boolean> {
  const rows = await sql<{ isQueued: boolean }>(QUEUE, [
    released.map(({ claim }) => claim.id),
    released.map(({ claim }) => claim.version),
    released.map(({ receiverId }) => receiverId),
    released.map(({ claim }) => claim.workspaceId),
  ]);
  return rows.every(({ isQueued }) => isQueued);
}
