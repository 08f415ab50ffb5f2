import type { RevokeApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { findOwnApiKey, listOwnApiKeys, markRevoked } from '#/lib/accounts/api-keys/api-key-store.ts';
import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/** Makes one of the actor's own keys stop working at once. Revoking it again changes nothing. */
export async function revokeApiKey(ctx: Ctx, input: RevokeApiKeyInput): Promise<void> {
  authorize(ctx, 'api_keys:manage');
  const { workspaceId, userId } = ctx.actor;
  await transaction(ctx, async (ctx) => {
    const key = await findOwnApiKey(ctx.tx, { workspaceId, userId }, input.id);
    if (!key) throw notFound('api_key');
    await revoke(ctx, userId, { id: input.id, name: key.name });
  });
}

/** Revokes all keys of a person of this workspace, inside the caller's transaction, for who is no longer a member. */
export async function revokeKeysOf(ctx: TxCtx, userId: string): Promise<void> {
  const { workspaceId } = ctx.actor;
  for (const key of await listOwnApiKeys(ctx.tx, { workspaceId, userId })) await revoke(ctx, userId, key);
}

async function revoke(ctx: TxCtx, userId: string, key: { id: string; name: string }): Promise<void> {
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now(ctx.tx);
  if (!(await markRevoked(ctx.tx, { workspaceId, userId }, key.id, now))) return;
  const data = { before: { name: key.name }, after: null };
  await recordEvent(ctx, { type: 'api_key.revoked', subjectId: key.id, userId, data });
}
