import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import type { Role } from '#/lib/context/context.ts';
import type { SqlRunner } from '#/lib/core/clock.ts';

export type SessionActor = {
  expiresAt: Date;
  revokedAt: Date | null;
  lastSeenAt: Date | null;
  workspaceId: string;
  role: Role;
};

/**
 * The person of this session and their workspace. One statement on primary keys, since every request with a cookie runs
 * it. The workspace is the chosen one while the person is enabled there, else their oldest that is.
 */
export async function findSessionActor(sql: SqlRunner, token: SessionToken): Promise<SessionActor | null> {
  const rows = await sql.$queryRaw<SessionActor[]>`/* prepared */
    select s.expires_at as "expiresAt", s.revoked_at as "revokedAt", u.last_seen_at as "lastSeenAt",
           m.workspace_id as "workspaceId", m.role::text as role
      from sessions s
      join users u on u.id = s.user_id
      join lateral (select workspace_id, role from memberships
                     where user_id = s.user_id and disabled_at is null
                     order by workspace_id is distinct from s.workspace_id, created_at, workspace_id limit 1) m on true
     where s.id = ${token.sid}::uuid and s.user_id = ${token.uid}::uuid`;
  return rows[0] ?? null;
}
