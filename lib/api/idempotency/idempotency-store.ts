import type { Tx } from '#/lib/db/client.ts';

export type KeyOwner = { workspaceId: string; senderId: string; key: string };
export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * Takes the key for this transaction, or answers false when an earlier request has it. Waits for a request with the
 * same key that is still at work. A key past its time counts as new.
 */
export async function claimKey(tx: Tx, owner: KeyOwner, requestHash: Buffer, now: Date, expiresAt: Date) {
  const rows = await tx.$queryRaw<unknown[]>`
    insert into idempotency_keys (workspace_id, sender_id, key, request_hash, created_at, expires_at)
    values (${owner.workspaceId}::uuid, ${owner.senderId}::uuid, ${owner.key}, ${requestHash}, ${now}, ${expiresAt})
    on conflict (workspace_id, sender_id, key) do update
      set request_hash = excluded.request_hash, status = null, headers = null, body = null,
          created_at = excluded.created_at, expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= excluded.created_at
    returning 1 as claimed`;
  return rows.length === 1;
}

export async function getStoredAnswer(tx: Tx, owner: KeyOwner): Promise<StoredAnswer & { requestHash: Uint8Array }> {
  const row = await tx.idempotencyKey.findUniqueOrThrow({ where: { workspaceId_senderId_key: owner } });
  return {
    requestHash: row.requestHash,
    status: row.status ?? 500,
    headers: (row.headers ?? {}) as Record<string, string>,
    body: row.body ?? '',
  };
}

export async function storeAnswer(tx: Tx, owner: KeyOwner, answer: StoredAnswer, expiresAt: Date): Promise<void> {
  const where = { workspaceId_senderId_key: owner };
  await tx.idempotencyKey.update({ where, data: { ...answer, expiresAt }, select: { key: true } });
}

/** Sets a mark to which the transaction can go back with its claim kept. */
export async function setMark(tx: Tx): Promise<void> {
  await tx.$executeRaw`savepoint before_verb`;
}

/** Undoes everything since the mark, a failed statement included. */
export async function backToMark(tx: Tx): Promise<void> {
  await tx.$executeRaw`rollback to savepoint before_verb`;
}

/** Deletes keys past their time and answers how many. */
export async function deleteExpiredKeys(tx: Pick<Tx, 'idempotencyKey'>, now: Date): Promise<number> {
  return (await tx.idempotencyKey.deleteMany({ where: { expiresAt: { lte: now } } })).count;
}
