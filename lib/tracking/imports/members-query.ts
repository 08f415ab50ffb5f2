import type { Tx } from '#/lib/db/client.ts';

/** A person whose time may be imported. */
export type ImportMember = { userId: string; name: string; email: string };

/** All enabled members of the workspace, to match the people in a file. */
export async function listImportMembers(tx: Pick<Tx, '$queryRaw'>, workspaceId: string): Promise<ImportMember[]> {
  return tx.$queryRaw`
    select u.id as "userId", u.name, u.email from memberships m join users u on u.id = m.user_id
     where m.workspace_id = ${workspaceId}::uuid and m.disabled_at is null order by m.created_at, u.id`;
}
