import { openBody, sealBody } from '#/lib/api/idempotency/sealed-body.ts';
import type { Tx } from '#/lib/db/client.ts';

/** A key belongs to its sender, whichever workspace the person is in now. */
export type KeyOwner = { senderId: string; key: string };
export type StoredResponse = { status: number; headers: Record<string, string>; body: string };
type Claim = { requestHash: Buffer; now: Date; expiresAt: Date };
/** `body` is null when it can't be read anymore. */
type FoundResponse = Omit<StoredResponse, 'body'> & { body: string | null; requestHash: Uint8Array };

/**
 * Takes the key for this transaction, or returns false when an earlier request has it. Waits for a request with the
 * same key that is still running. An expired key counts as new.
 */
export async function claimKey(tx: Tx, owner: KeyOwner & { workspaceId: string }, claim: Claim): Promise<boolean> {
  const { requestHash, now, expiresAt } = claim;
  const rows = await tx.$queryRaw<unknown[]>`/* prepared */
    insert into idempotency_keys (workspace_id, sender_id, key, request_hash, created_at, expires_at)
    values (${owner.workspaceId}::uuid, ${owner.senderId}::uuid, ${owner.key}, ${requestHash}, ${now}, ${expiresAt})
    on conflict (sender_id, key) do update
      set workspace_id = excluded.workspace_id, request_hash = excluded.request_hash, status = null, headers = null, body = null,
          created_at = excluded.created_at, expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= excluded.created_at
    returning 1 as claimed`;
  return rows.length === 1;
}

export async function getStoredResponse(tx: Tx, { senderId, key }: KeyOwner): Promise<FoundResponse> {
  const row = await tx.idempotencyKey.findUniqueOrThrow({ where: { senderId_key: { senderId, key } } });
  return {
    requestHash: row.requestHash,
    status: row.status ?? 500,
    headers: (row.headers ?? {}) as Record<string, string>,
    body: openBody(row.body ?? '', { senderId, key }),
  };
}

export async function storeResponse(
  tx: Tx,
  { senderId, key }: KeyOwner,
  response: StoredResponse,
  expiresAt: Date,
): Promise<void> {
  const body = sealBody(response.body, { senderId, key });
  await tx.$executeRaw`
    update idempotency_keys
    set status = ${response.status}, headers = ${response.headers}::jsonb, body = ${body}, expires_at = ${expiresAt}
    where sender_id = ${senderId}::uuid and key = ${key}`;
}

/** Sets a savepoint, to which the transaction can roll back and keep its claim. */
export async function setSavepoint(tx: Tx): Promise<void> {
  await tx.$executeRaw`savepoint before_verb`;
}

/** Rolls back everything since the savepoint, including a failed statement. */
export async function rollBackToSavepoint(tx: Tx): Promise<void> {
  await tx.$executeRaw`rollback to savepoint before_verb`;
}

/** Deletes expired keys and returns how many. */
export async function deleteExpiredKeys(tx: Pick<Tx, 'idempotencyKey'>, now: Date): Promise<number> {
  return (await tx.idempotencyKey.deleteMany({ where: { expiresAt: { lte: now } } })).count;
}
