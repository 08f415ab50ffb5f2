import type { Tx } from '#/lib/db/client.ts';

/** Addresses of those who can enable an endpoint of the workspace again, and how the workspace is called. */
export async function listAdminAddresses(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
): Promise<{ email: string; workspaceName: string }[]> {
  return tx.$queryRaw<{ email: string; workspaceName: string }[]>`
    select users.email, workspaces.name as "workspaceName"
    from memberships join users on users.id = user_id join workspaces on workspaces.id = workspace_id
    where workspace_id = ${workspaceId}::uuid and role in ('owner', 'admin') and memberships.disabled_at is null
    order by users.email`;
}
