import type { Actor, Role } from '#/lib/accounts/context.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * What is the actor in their workspace now, and was what they proved themselves with revoked? Null for who is no member
 * or a disabled one. One statement on primary keys, since every write asks it. It locks nothing: verbs lock the
 * workspace before the membership, and this comes before both.
 */
export async function findRights(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userId, credential }: Actor,
): Promise<{ role: Role; isRevoked: boolean } | null> {
  const sessionId = credential.kind === 'session' ? credential.sessionId : null;
  const apiKeyId = credential.kind === 'api_key' ? credential.apiKeyId : null;
  const rows = await tx.$queryRaw<{ role: Role; isRevoked: boolean }[]>`/* prepared */
    select role::text as role,
           exists (select from sessions where id = ${sessionId}::uuid and revoked_at is not null)
           or exists (select from api_keys where id = ${apiKeyId}::uuid and revoked_at is not null) as "isRevoked"
      from memberships
     where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid and disabled_at is null`;
  return rows[0] ?? null;
}
