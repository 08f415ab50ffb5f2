import type { Tx } from '#/lib/db/client.ts';

/**
 * The last transaction whose events have been cut; 0 when there is none. One that has not begun yet is from another
 * cluster's backup, and expires no cursor.
 */
export async function findCutThrough(sql: Pick<Tx, '$queryRaw'>): Promise<bigint> {
  const [row] = await sql.$queryRaw<{ xid: string }[]>`
    select (case when through_xid < pg_snapshot_xmax(pg_current_snapshot()) then through_xid else '0' end)::text as xid
    from feed_retention`;
  return BigInt(row?.xid ?? 0);
}
