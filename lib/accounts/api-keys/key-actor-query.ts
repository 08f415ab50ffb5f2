import type { Role } from '#/lib/context/context.ts';
import type { SqlRunner } from '#/lib/core/clock.ts';

export type KeyActor = {
  id: string;
  userId: string;
  workspaceId: string;
  role: Role;
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** The database's time at the lookup, in whole milliseconds. */
  readAt: Date;
};

/**
 * The owner of this key, and what the owner's role allows now. One statement on the unique index of the hash, since
 * every request with a key runs it. Returns nothing for a disabled membership.
 */
export async function findKeyActor(sql: SqlRunner, secretHash: Uint8Array): Promise<KeyActor | null> {
  const rows = await sql.$queryRaw<KeyActor[]>`/* prepared */
    select k.id, k.user_id as "userId", k.workspace_id as "workspaceId", m.role::text as role, k.scopes,
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
           date_trunc('milliseconds', clock_timestamp()) as "readAt"
      from api_keys k
      join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id and m.disabled_at is null
     where k.secret_hash = ${secretHash}`;
  return rows[0] ?? null;
}
