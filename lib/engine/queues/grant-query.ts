import { BURST_SECONDS, QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import { CLAIM_COLUMNS, readClaims } from '#/lib/engine/claim/read-claims.ts';

/** One in this many alarms that leave a queue is the newest, so that fresh alarms don't wait behind a backlog. */
const NEWEST_OF = 4;
/** Fractions of seconds are not exact in binary. */
const ROUNDING = 1e-6;
const IN_QUEUE = `alarms.receiver_id = room.id and alarms.workspace_id = room.workspace_id
          and status = 'scheduled' and next_attempt_at = ${QUEUED_AT}`;

/**
 * Claims from the queues of receivers as many as their rate and concurrency allow, across all workers. The rate is a
 * leaky bucket as a meter (GCRA, ITU-T I.371): `next_at` is when the next may leave, minus a burst. Firing alarms are
 * in flight: they are counted, so that a lost worker keeps a slot no longer than its lease.
 *
 * One worker at a time decides for a receiver. `seen` is of the statement's snapshot and `receiver` of the instant of
 * the lock: where they differ, another worker has claimed in between, and the count of firing alarms would miss what it
 * took.
 *
 * Everything uses `alarms_of_receiver`, which the order forces: without it the planner counted firing alarms through
 * the leases of all workspaces (measured: 1,300 pages among 5,000).
 */
const GRANT: Statement = {
  name: 'grant_queued',
  text: `
    with seen as materialized (
      select id, version, granted from receivers where id = any ($1::uuid[]) and workspace_id = any ($5::uuid[])
    ), receiver as materialized (
      select id, workspace_id, version, granted, max_per_second, max_concurrency,
             greatest(next_at, $2::timestamptz) as free_at
      from receivers
      where id = any ($1::uuid[]) and workspace_id = any ($5::uuid[]) and paused_at is null
        and (select engine_may_fire()) and not exists (
        select from receivers as whole
        where whole.workspace_id = receivers.workspace_id and whole.origin is null and whole.endpoint_id is null
          and whole.paused_at is not null)
      for update of receivers skip locked
    ), room as materialized (
      select id, workspace_id, granted, max_per_second, free_at, greatest(0, least(
        $3::int,
        floor((extract(epoch from $2::timestamptz - free_at)::float8 + greatest(0, ${BURST_SECONDS} - 1 / max_per_second))
              * max_per_second + ${ROUNDING}) + 1,
        max_concurrency - (
          select count(*) from (
            select from alarms
            where alarms.receiver_id = receiver.id and alarms.workspace_id = receiver.workspace_id and status = 'firing'
            order by next_attempt_at, due_at limit receiver.max_concurrency
          ) as busy
        )
      ))::int as places
      from receiver join seen using (id, version, granted)
    ), share as materialized (
      select id, workspace_id, places, ((granted + places) / ${NEWEST_OF} - granted / ${NEWEST_OF})::int as newest
      from room
    ), oldest as materialized (
      select one.id from share as room cross join lateral (
        select id from alarms where ${IN_QUEUE} order by due_at limit room.places - room.newest for update skip locked
      ) as one
    ), newest as materialized (
      select one.id from share as room cross join lateral (
        select id from alarms where ${IN_QUEUE} and id <> all (array(select id from oldest))
        order by due_at desc limit room.newest for update skip locked
      ) as one
    ), claimed as (
      update alarms
      set status = 'firing', version = version + 1, attempts = attempts + 1, lease_until = $4::timestamptz,
          next_attempt_at = greatest(due_at, $2::timestamptz)
      where id = any (array(select id from oldest union select id from newest))
        and workspace_id = any ($5::uuid[])
      returning receiver_id, ${CLAIM_COLUMNS}
    ), taken as materialized (
      select receiver_id, count(*)::int as count from claimed group by receiver_id
    ), charged as (
      update receivers
      set granted = receivers.granted + taken.count,
          next_at = room.free_at + make_interval(secs => taken.count / room.max_per_second)
      from room join taken on taken.receiver_id = room.id
      where receivers.id = any ($1::uuid[]) and receivers.id = room.id and receivers.workspace_id = room.workspace_id
    )
    select room.id::text as of_receiver, places, (extract(epoch from free_at) * 1000000)::float8 as free_us, claimed.*
    from room left join claimed on claimed.receiver_id = room.id`,
};

/** Repeated in each row that this receiver was granted. */
type Capacity = { of_receiver: string; places: number; free_us: number };
/** `limit`: of each receiver. */
export type GrantOf = {
  receivers: readonly { id: string; workspaceId: string }[];
  nowUs: Micros;
  limit: number;
  leaseUntilUs: Micros;
};
/** For one receiver: its free slots, its claims, and since when the next might have left before those. */
export type Grant = { receiverId: string; places: number; claims: Claim[]; freeUs: Micros };

/** Claims what leaves these queues now. Skips paused receivers, and those that another worker is handling. */
export async function grantQueued(sql: Sql, { receivers, nowUs, limit, leaseUntilUs }: GrantOf): Promise<Grant[]> {
  const ids = receivers.map(({ id }) => id);
  const workspaceIds = receivers.map(({ workspaceId }) => workspaceId);
  const values = [ids, formatMicros(nowUs), limit, formatMicros(leaseUntilUs), [...new Set(workspaceIds)]];
  const { claims, rows } = await readClaims<Capacity>(sql, { statement: GRANT, values, leaseUntilUs });
  const byReceiver = Map.groupBy(claims, ({ receiverId }) => receiverId);
  const rooms = new Map(rows.map((row) => [row.of_receiver, row]));
  return [...rooms].map(([receiverId, { places, free_us: freeUs }]) => ({
    receiverId,
    places,
    claims: byReceiver.get(receiverId) ?? [],
    freeUs,
  }));
}

const IS_EMPTY = `
  receivers.id = any ($1) and receivers.id = empty.id and receivers.workspace_id = empty.workspace_id
  and receivers.version = empty.version and drains
  and paused_at is null and max_per_second is null and max_concurrency is null
  and 0 = (
    select count(*) from (
      select from alarms
      where alarms.receiver_id = receivers.id and alarms.workspace_id = receivers.workspace_id
        and status = 'scheduled' and next_attempt_at = ${QUEUED_AT}
      order by due_at limit 1
    ) as few
  )`;

/**
 * Ends draining of receivers with nothing waiting, and removes deleted ones for good. One that was paused or limited
 * again since has a new version.
 */
const END_DRAINING: Statement = {
  name: 'end_draining',
  text: `
    with empty as materialized (
      select * from unnest($1::uuid[], $2::int[], $3::uuid[]) as one (id, version, workspace_id)
    ), gone as (
      delete from receivers using empty where deleted_at is not null and ${IS_EMPTY}
    )
    update receivers set drains = false from empty where deleted_at is null and ${IS_EMPTY}`,
};

/** Their queues were found empty, and nothing can enter them anymore. */
export async function endDraining(
  sql: Sql,
  empty: readonly { id: string; version: number; workspaceId: string }[],
): Promise<void> {
  await sql(END_DRAINING, [
    empty.map(({ id }) => id),
    empty.map(({ version }) => version),
    empty.map(({ workspaceId }) => workspaceId),
  ]);
}
