import type { Tx } from '#/lib/db/client.ts';

type Sql = Pick<Tx, '$queryRaw'>;
/** How many events one batch read, and how many of them had something to cut. */
type Cut = { passed: number; cut: number };

/**
 * Cuts the next events, by id, from before an instant to what the audit log needs, and records how far it got.
 * Transactions of another cluster, from a restored backup, do not count. It stops at the first younger event. An event
 * whose transaction ended only after later ids were cut stays whole.
 */
export async function cutNextEvents(tx: Sql, { before, limit }: { before: Date; limit: number }): Promise<Cut> {
  // Locks the row, in case two workers cut at once.
  const [place] = await tx.$queryRaw<{ id: bigint }[]>`
    select through_id as id from feed_retention for update`;
  const [row] = await tx.$queryRaw<Cut[]>`
    with next as materialized (
      select id, xid, created_at from events where id > ${place?.id ?? 0n} order by id limit ${limit}
    ), passed as materialized (
      select id, xid from next
      where id < all (select id from next where created_at >= ${before}::timestamptz)
    ), cut as (
      update events set data = event_audit_data(data)
      where id = any (array(select id from passed)) and data <> event_audit_data(data)
      returning id
    ), moved as (
      update feed_retention set
        through_id = (select max(id) from passed),
        through_xid = greatest(
          case when through_xid < pg_snapshot_xmax(pg_current_snapshot()) then through_xid else '0' end,
          (select xid from passed where xid < pg_snapshot_xmax(pg_current_snapshot()) order by xid desc limit 1))
      where exists (select from passed)
    )
    select (select count(*)::int from passed) as passed, (select count(*)::int from cut) as cut`;
  return row ?? { passed: 0, cut: 0 };
}
