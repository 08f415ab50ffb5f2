import type { Tx } from '#/lib/db/client.ts';

/** Enabled owner and admins of the workspace, and its name. */
export async function listAdmins(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
): Promise<{ userId: string; workspaceName: string }[]> {
  return tx.$queryRaw<{ userId: string; workspaceName: string }[]>`
    select user_id::text as "userId", workspaces.name as "workspaceName"
    from memberships join workspaces on workspaces.id = workspace_id
    where workspace_id = ${workspaceId}::uuid and role in ('owner', 'admin') and memberships.disabled_at is null
    order by user_id`;
}
