import type { Tx } from '#/lib/db/client.ts';

export type VapidPair = { publicKey: string; privateKey: string };

export function findVapidPair(sql: Pick<Tx, 'vapidKeys'>): Promise<VapidPair | null> {
  return sql.vapidKeys.findFirst({ select: { publicKey: true, privateKey: true } });
}

/** Stores this pair unless there is one already. */
export async function insertVapidPair(sql: Pick<Tx, '$executeRaw'>, pair: VapidPair, createdAt: Date): Promise<void> {
  await sql.$executeRaw`
    insert into vapid_keys (public_key, private_key, created_at)
    values (${pair.publicKey}, ${pair.privateKey}, ${createdAt}) on conflict do nothing`;
}
