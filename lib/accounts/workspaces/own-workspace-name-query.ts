import type { Tx } from '#/lib/db/client.ts';

/** The name of a workspace that the person is a member of, else null. The id is untrusted input. */
export async function findOwnWorkspaceName(
  sql: Pick<Tx, '$queryRaw'>,
  userId: string,
  workspaceId: string,
): Promise<string | null> {
  const rows = await sql.$queryRaw<{ name: string }[]>`
    select name from memberships join workspaces on workspaces.id = workspace_id
    where user_id = ${userId}::uuid and workspace_id::text = lower(${workspaceId}) and disabled_at is null`;
  return rows[0]?.name ?? null;
}
