import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import { apiKeyVersionMismatch } from '#/lib/accounts/api-keys/api-key-errors.ts';
import { lockApiKey } from '#/lib/accounts/api-keys/api-key-store.ts';
import { lockMembershipForShare } from '#/lib/accounts/memberships/lock-memberships.ts';
import type { Role, TxCtx } from '#/lib/context/context.ts';
import { scopesWithin } from '#/lib/context/roles/role.ts';
import { notFound } from '#/lib/core/errors.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';

/** A key, and the versions of it that a change applies to. */
export type WhichApiKey = { id: string; ifMatch: IfMatch };

/**
 * A key that the actor may see, locked until the transaction ends, and the actor's role.
 * @throws AppError 404 `api_key_not_found`; 412 `api_key_version_mismatch`
 */
export async function getLockedApiKey(ctx: TxCtx, { id, ifMatch }: WhichApiKey): Promise<{ key: ApiKey; role: Role }> {
  const { workspaceId, userId, scopes } = ctx.actor;
  const { role } = await lockMembershipForShare(ctx);
  const key = await lockApiKey(ctx.tx, { id, workspaceId });
  if (!key || !maySee({ userId, scopes: new Set(scopesWithin(role, [...scopes])) }, key)) throw notFound('api_key');
  if (!matchesVersion(ifMatch, key.version)) throw apiKeyVersionMismatch(key);
  return { key, role };
}

/** Own keys; other members' keys for those who manage members. */
export function maySee(actor: { userId: string; scopes: ReadonlySet<string> }, key: Pick<ApiKey, 'userId'>): boolean {
  return key.userId === actor.userId || actor.scopes.has('members:manage');
}
