import type { Actor, Role } from '#/lib/context/context.ts';
import type { Tx } from '#/lib/db/client.ts';

/** `keyScopes`: the scopes of the actor's API key; null without a key. */
type Rights = { role: Role; isRevoked: boolean; keyScopes: string[] | null };

/**
 * The actor's current role in its workspace, and whether its credential was revoked or narrowed. Null without an
 * enabled membership. One statement on primary keys, since every write runs it. It locks nothing: verbs lock the
 * workspace before the membership, and this runs before both.
 */
export async function findRights(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userId, credential }: Actor,
): Promise<Rights | null> {
  const sessionId = credential.kind === 'session' ? credential.sessionId : null;
  const apiKeyId = credential.kind === 'api_key' ? credential.apiKeyId : null;
  const rows = await tx.$queryRaw<Rights[]>`/* prepared */
    select role::text as role,
           exists (select from sessions where id = ${sessionId}::uuid and revoked_at is not null)
           or api_keys.revoked_at is not null as "isRevoked", api_keys.scopes as "keyScopes"
      from memberships left join api_keys on api_keys.id = ${apiKeyId}::uuid
     where memberships.workspace_id = ${workspaceId}::uuid and memberships.user_id = ${userId}::uuid and disabled_at is null`;
  return rows[0] ?? null;
}
