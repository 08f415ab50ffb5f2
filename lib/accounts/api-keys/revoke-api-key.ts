import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import { listOwnApiKeys, saveApiKey } from '#/lib/accounts/api-keys/api-key-store.ts';
import type { ApiKeyChange } from '#/lib/accounts/api-keys/edit-api-key.ts';
import { getLockedApiKey } from '#/lib/accounts/api-keys/lock-api-key.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import type { IfMatch } from '#/lib/core/if-match.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Makes a key stop working at once: one of the actor's own, or another member's for those who manage members. Revoking
 * it again changes nothing. @throws AppError 403, 404; 412 `api_key_version_mismatch`
 */
export async function revokeApiKey(
  ctx: Ctx,
  { id, ifMatch = null }: { id: string; ifMatch?: IfMatch },
): Promise<ApiKeyChange> {
  authorize(ctx, 'api_keys:manage');
  return transaction(ctx, async (inner) => {
    const { key } = await getLockedApiKey(inner, { id, ifMatch });
    const now = await inner.clock.now(inner.tx);
    if (key.revokedAt) return { key, isChanged: false, now };
    return { key: await revoke(inner, key), isChanged: true, now };
  });
}

/**
 * Revokes all of a person's keys in this workspace, inside the caller's transaction, when they are no longer a member.
 */
export async function revokeKeysOf(ctx: TxCtx, userId: string): Promise<void> {
  const { workspaceId } = ctx.actor;
  for (const key of await listOwnApiKeys(ctx.tx, { workspaceId, userId })) await revoke(ctx, key);
}

async function revoke(ctx: TxCtx, key: ApiKey): Promise<ApiKey> {
  const revoked = await saveApiKey(ctx.tx, key.id, { revokedAt: await ctx.clock.now(ctx.tx) });
  const data = { before: { name: key.name }, after: null };
  await recordEvent(ctx, { type: 'api_key.revoked', subjectId: key.id, userId: key.userId, data });
  return revoked;
}
