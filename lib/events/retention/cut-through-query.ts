import type { Tx } from '#/lib/db/client.ts';

/** The last transaction of which events have been cut; 0 when none have. */
export async function findCutThrough(sql: Pick<Tx, '$queryRaw'>): Promise<bigint> {
  const [row] = await sql.$queryRaw<{ xid: string }[]>`select through_xid::text as xid from feed_retention`;
  return BigInt(row?.xid ?? 0);
}
