import { type ApiKey, hashSecret, MOST_KEYS, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import type { CreateApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { countUsableApiKeys, insertApiKey } from '#/lib/accounts/api-keys/api-key-store.ts';
import type { Actor, Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { holdMembership } from '#/lib/accounts/memberships/lock-memberships.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { type Permission, scopesWithin } from '#/lib/accounts/roles/role.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { lockUser } from '#/lib/accounts/users/user-store.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/**
 * Makes a key that acts for the actor. `secret` is in this response and nowhere else.
 * @throws AppError 403 `scopes_exceeded` for scopes the actor does not have; 409 `too_many_api_keys`
 */
export function createApiKey(ctx: Ctx, input: CreateApiKeyInput): Promise<{ key: ApiKey; secret: string }> {
  authorize(ctx, 'api_keys:manage');
  refuseMoreThanOwn(ctx.actor, input.scopes);
  return transaction(ctx, async (ctx) => {
    // Who removes the actor waits for this, and then revokes the key too.
    const { role } = await holdMembership(ctx);
    refuseMoreThanOwn({ ...ctx.actor, scopes: new Set(scopesWithin(role, [...ctx.actor.scopes])) }, input.scopes);
    await rejectTooMany(ctx);
    const secret = newSecret();
    return storeApiKey(ctx, input, { secret, prefix: prefixOf(secret) });
  });
}

async function rejectTooMany({ tx, clock, actor: { userId, workspaceId } }: TxCtx): Promise<void> {
  // Two at once: the second counts the first.
  await lockUser(tx, userId);
  if ((await countUsableApiKeys(tx, { userId, workspaceId }, await clock.now(tx))) < MOST_KEYS) return;
  throw new AppError('too_many_api_keys', {
    status: 409,
    detail: `You have ${MOST_KEYS} API keys in this workspace. Revoke one you no longer use.`,
  });
}

/** Stores a key with this secret, of which lists show the prefix, inside the caller's transaction, and records it. */
export async function storeApiKey(
  ctx: TxCtx,
  input: CreateApiKeyInput,
  { secret, prefix }: { secret: string; prefix: string },
): Promise<{ key: ApiKey; secret: string }> {
  const { userId, workspaceId } = ctx.actor;
  const createdAt = await ctx.clock.now(ctx.tx);
  const expiresAt = input.expires_in_days ? new Date(createdAt.getTime() + input.expires_in_days * DAY_MS) : null;
  const { name, scopes } = input;
  const key = { id: newId(), name, prefix, scopes, createdAt, expiresAt };
  await insertApiKey(ctx.tx, { ...key, userId, workspaceId, secretHash: hashSecret(secret) });
  const after = { name, scopes, prefix, expires_at: expiresAt?.toISOString() ?? null };
  await recordEvent(ctx, { type: 'api_key.created', subjectId: key.id, userId, data: { before: null, after } });
  return { key: { ...key, lastUsedAt: null }, secret };
}

function refuseMoreThanOwn(actor: Actor, scopes: Permission[]): void {
  const missing = scopes.filter((scope) => !actor.scopes.has(scope));
  if (missing.length === 0) return;
  throw new AppError('scopes_exceeded', {
    status: 403,
    detail: `A key cannot do more than you: leave out ${missing.join(', ')}.`,
    fields: [{ pointer: '/scopes', detail: `You do not have ${missing.join(', ')} yourself.` }],
  });
}
