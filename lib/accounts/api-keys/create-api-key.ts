import { type ApiKey, hashSecret, MAX_KEYS, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import { tooManyApiKeys } from '#/lib/accounts/api-keys/api-key-errors.ts';
import { apiKeyFacts } from '#/lib/accounts/api-keys/api-key-json.ts';
import {
  expiryPointer,
  ownExpiry,
  rejectLongerThanOwn,
  rejectMoreThanOwn,
  rejectOddExpiry,
  wantedExpiry,
} from '#/lib/accounts/api-keys/api-key-limits.ts';
import type { CreateApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { countUsableApiKeys, insertApiKey } from '#/lib/accounts/api-keys/api-key-store.ts';
import { lockMembershipForShare } from '#/lib/accounts/memberships/lock-memberships.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { scopesWithin } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/** A key with its secret, which only this response contains. */
export type CreatedApiKey = { key: ApiKey; secret: string; now: Date };

/**
 * Creates a key that acts for the actor. Only this response contains `secret`.
 * @throws AppError 400 for an expiry in the past; 403 `scopes_exceeded` for scopes that the actor does not have,
 * `expiry_exceeded` for an expiry after that of the calling key; 409 `too_many_api_keys`
 */
export function createApiKey(ctx: Ctx, input: CreateApiKeyInput): Promise<CreatedApiKey> {
  authorize(ctx, 'api_keys:manage');
  rejectMoreThanOwn(ctx.actor, input.scopes);
  return transaction(ctx, async (ctx) => {
    // Removing the actor waits for this, and then revokes the key too.
    const { role } = await lockMembershipForShare(ctx);
    rejectMoreThanOwn({ scopes: new Set(scopesWithin(role, [...ctx.actor.scopes])) }, input.scopes);
    await rejectTooMany(ctx);
    const now = await ctx.clock.now(ctx.tx);
    const expiresAt = await allowedExpiry(ctx, input, now);
    const secret = newSecret();
    return storeApiKey(ctx, { ...input, expiresAt }, { secret, prefix: prefixOf(secret) });
  });
}

async function rejectTooMany({ tx, clock, actor: { userId, workspaceId } }: TxCtx): Promise<void> {
  // Of two concurrent requests, the second counts the first one's key.
  await lockUser(tx, userId);
  if ((await countUsableApiKeys(tx, { userId, workspaceId }, await clock.now(tx))) >= MAX_KEYS) throw tooManyApiKeys();
}

async function allowedExpiry(ctx: TxCtx, input: CreateApiKeyInput, now: Date): Promise<Date | null> {
  const own = await ownExpiry(ctx);
  const wanted = wantedExpiry(input, now);
  if (wanted === undefined) return own;
  rejectOddExpiry(wanted, now);
  rejectLongerThanOwn(own, wanted, expiryPointer(input));
  return wanted;
}

/**
 * Stores a key with this secret, of which lists show the prefix, inside the caller's transaction, and records an event.
 */
export async function storeApiKey(
  ctx: TxCtx,
  { name, scopes, expiresAt }: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>,
  { secret, prefix }: { secret: string; prefix: string },
): Promise<CreatedApiKey> {
  const { userId, workspaceId } = ctx.actor;
  const createdAt = await ctx.clock.now(ctx.tx);
  const row = { id: newId(), userId, name, prefix, scopes, createdAt, expiresAt };
  await insertApiKey(ctx.tx, { ...row, workspaceId, secretHash: hashSecret(secret) });
  const key = { ...row, lastUsedAt: null, revokedAt: null, version: 1 };
  const data = { before: null, after: apiKeyFacts(key) };
  await recordEvent(ctx, { type: 'api_key.created', subjectId: key.id, userId, data });
  return { key, secret, now: createdAt };
}
