import type { Db } from '#/lib/db/client.ts';

/** An operator: an owner or admin of the operators' workspace. */
export type Operator = { workspaceId: string; userId: string; isOwner: boolean };

/**
 * The enabled owners and admins of the oldest workspace, which belongs to the person who set up the service. None on a
 * server that has not been set up.
 */
export async function listOperators(sql: Pick<Db, '$queryRaw'>): Promise<Operator[]> {
  return sql.$queryRaw<Operator[]>`
    select workspace_id::text as "workspaceId", user_id::text as "userId", role = 'owner' as "isOwner"
    from memberships
    where workspace_id = (select id from workspaces order by created_at, id limit 1)
      and role in ('owner', 'admin') and disabled_at is null
    order by role, user_id`;
}
